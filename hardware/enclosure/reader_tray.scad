// Reader tray: the reader hangs upside down right under a thin lid; a card slides in from the front.
include <shapes.scad>

piece = "base"; // [base, lid]

below = rc522_parts_high + 0.5;                       // room under the board for its parts
ledge = 1;                                            // of the wall, under the lid
board_x = pin_bay + play;
antenna_x = board_x + (rc522_antenna_from + rc522_length) / 2;
inside_y = rc522_width + 2 * play + 2 * ledge;
slot = card_width + 2 * play;
inside_x = max(board_x + rc522_length + play, antenna_x + slot / 2 + rail_wide + 0.4);
lid_z = bottom + below + rc522_thick + joints;
lid_play = 0.15;

module base() {
    difference() {
        box(-wall, -wall, inside_x + 2 * wall, inside_y + 2 * wall, lid_z + lid, 3);
        translate([0, 0, bottom]) cube([inside_x, inside_y, lid_z]);
        translate([-ledge, -ledge, lid_z]) cube([inside_x + 2 * ledge, inside_y + 2 * ledge, lid + 1]);
        // the leads leave here
        translate([-wall - 1, inside_y / 2 - 11, bottom + 0.4]) cube([wall + 2, 22, lid_z + lid]);
    }
    translate([board_x, ledge + play, bottom]) corners(rc522_length, rc522_width, rc522_thick, below);
}

module cover() {
    far = inside_y + ledge - lid_play;
    difference() {
        translate([-ledge + lid_play, -ledge + lid_play, 0])
            cube([inside_x + 2 * (ledge - lid_play), inside_y + 2 * (ledge - lid_play), lid]);
        // where the sticker comes to lie
        translate([antenna_x, inside_y / 2, lid - 0.3]) difference() {
            cylinder(d = 26, h = 1);
            translate([0, 0, -1]) cylinder(d = 24.8, h = 3);
        }
    }
    translate([antenna_x + slot / 2, 0, lid]) rail(far);
    translate([antenna_x - slot / 2, 0, lid]) mirror([1, 0, 0]) rail(far);
    // the card stops here
    translate([antenna_x - slot / 2 - rail_wide, far - rail_wide, lid - sink])
        cube([slot + 2 * rail_wide, rail_wide, slot_high + sink]);
}

if (piece == "base") base();
if (piece == "lid") cover();
