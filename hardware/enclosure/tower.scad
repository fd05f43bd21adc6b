// Dice tower: one big button inside a ring of light, a display in front, the Pico on the floor.
include <shapes.scad>

$fn = 48;

piece = "shell"; // [shell, base]

r = 8;
top = 2.4;
skin = 0.8;                                // the ring shines through this
plug = 5;
plug_play = 0.15;
inside = tower_side - 2 * wall;
display_z = 42;                            // middle of the window above the floor
slot_x = oled_width + 2 * play;
slot_y = oled_thick + 0.4;
rail_y = slot_y + 2;                       // a groove for the board, then a lip that holds it
pico_z = 4;
pico_y = inside / 2 - play - pico_length;  // its USB socket against the back wall

// Stands on its top, as it is printed: z counts from the top plate down.
module shell() {
    from_top = tower_high - display_z;
    stop = from_top - oled_length / 2 - play;
    difference() {
        box(-tower_side / 2, -tower_side / 2, tower_side, tower_side, tower_high, r);
        translate([0, 0, top]) box(-inside / 2, -inside / 2, inside, inside, tower_high, r - wall);
        translate([0, 0, -1]) cylinder(d = big_button_hole, h = top + 2);
        translate([0, 0, skin]) difference() {
            cylinder(d = ring_outside + 2 * play, h = top);
            translate([0, 0, -1]) cylinder(d = ring_inside - 2 * play, h = top + 2);
        }
        // display window, wider outside
        translate([0, -tower_side / 2, from_top]) rotate([-90, 0, 0]) hull() {
            translate([-oled_window_width / 2 - wall, -oled_window_length / 2 - wall, -sink])
                cube([oled_window_width + 2 * wall, oled_window_length + 2 * wall, sink]);
            translate([-oled_window_width / 2, -oled_window_length / 2, wall])
                cube([oled_window_width, oled_window_length, sink]);
        }
        // USB socket of the Pico, open to the floor
        translate([-7, inside / 2 - 1, tower_high - 12]) cube([14, wall + 2, 13]);
    }
    // grooves into which the display slides from the floor side, and its stop
    for (side = [0, 1]) mirror([side, 0, 0]) {
        translate([slot_x / 2, -inside / 2 - sink, top - sink])
            cube([2, rail_y + sink, from_top + oled_length / 2 - top]);
        translate([slot_x / 2 - 1.5, -inside / 2 + slot_y, top - sink])
            cube([1.5 + sink, 2, from_top + oled_length / 2 - top]);
        translate([slot_x / 2 - 3, -inside / 2 - sink, top - sink])
            cube([3 + sink, rail_y + sink, stop - top]);
    }
}

module floor_plate() {
    fit = inside - 2 * plug_play;
    box(-tower_side / 2, -tower_side / 2, tower_side, tower_side, wall, r);
    difference() {
        translate([0, 0, wall - sink]) box(-fit / 2, -fit / 2, fit, fit, plug, r - wall);
        translate([0, 0, wall - 1]) box(-fit / 2 + 2, -fit / 2 + 2, fit - 4, fit - 4, plug + 2, r - wall - 2);
        // room for the USB socket, and for the display in its grooves
        translate([-14, inside / 2 - 6, wall]) cube([28, 8, plug + 1]);
        translate([-slot_x / 2 - 3, -inside / 2 - 1, wall]) cube([slot_x + 6, rail_y + 2, plug + 1]);
    }
    translate([-pico_width / 2, pico_y, wall]) pico_corners();
}

// The back corners have no fence behind the board: its socket reaches into the wall.
module pico_corners() {
    difference() {
        corners(pico_width, pico_length, pico_thick, pico_z, 4, 2);
        translate([-10, pico_length - 1 + play, 0]) cube([pico_width + 20, 10, pico_z + 5]);
    }
}

if (piece == "shell") shell();
if (piece == "base") floor_plate();
