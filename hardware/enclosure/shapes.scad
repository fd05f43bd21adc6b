// Shapes that several pieces share. A part that touches another is sunk into it, so that each piece is one body.
include <params.scad>

$fn = 32;
sink = 0.01;

// A box with rounded upright edges, its corner at [x, y].
module box(x, y, length, width, high, r = 2) {
    translate([x, y, 0]) linear_extrude(high)
        translate([r, r]) offset(r) square([length - 2 * r, width - 2 * r]);
}

// Four corners that hold a board at *high*: a ledge under it and a fence around it. Corner of the board at [0, 0].
module corners(length, width, thick, high, ledge = 4, fence = 2) {
    difference() {
        for (x = [-play - fence, length + play - ledge], y = [-play - fence, width + play - ledge])
            translate([x, y, -sink]) cube([ledge + fence, ledge + fence, high + thick + sink]);
        translate([-play, -play, high]) cube([length + 2 * play, width + 2 * play, thick + 1]);
    }
}

// A rail that guides a card: its inner face at x = 0, the card on the side of negative x. The lip above the card
// grows at 45 degrees and needs no support.
rail_wide = 2.4;
rail_lip = 1.2;
slot_high = card_thick + 0.6;
module rail(length) {
    rotate([90, 0, 0]) translate([0, 0, -length]) linear_extrude(length)
        polygon([[0, -sink], [rail_wide, -sink], [rail_wide, slot_high + rail_lip + 0.4],
                 [-rail_lip, slot_high + rail_lip + 0.4], [-rail_lip, slot_high + rail_lip], [0, slot_high]]);
}
