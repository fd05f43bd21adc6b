// Token ring: a foot for a game piece, its sticker stuck underneath. Raised, it keeps metal away from the sticker.
include <shapes.scad>

piece = "flat"; // [flat, raised]

$fn = 72;
rim = 2;
rim_high = 2.4;
skin = 0.8;
outside = token + 2 * rim;
lift = piece == "raised" ? token_lift : skin;

difference() {
    cylinder(d1 = outside, d2 = outside - 0.8, h = lift + rim_high);
    translate([0, 0, lift]) cylinder(d = token + play, h = rim_high + 1);
}
