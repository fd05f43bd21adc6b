// Pi case with reader bay: Pi Zero at one end, reader right under the lid at the other, panel between them.
include <shapes.scad>

piece = "base"; // [base, lid, lid_panel]

end_bay = 3;                                         // behind the reader, for the rim of the lid
inside_x = 2 * play + pi_zero_width + case_bay + rc522_length + play + end_bay;
inside_y = pi_zero_length + 2 * play;
pi_x = play;
board_x = pi_x + pi_zero_width + case_bay;
board_y = (inside_y - rc522_width) / 2;
antenna_x = board_x + (rc522_antenna_from + rc522_length) / 2;
pi_z = 3;                                            // under the Pi
board_z = case_inside - rc522_thick - joints;        // the reader hangs right under the lid
high = bottom + case_inside;
plug = 4;
plug_play = 0.15;

assert(board_x + rc522_antenna_from - pi_x - pi_zero_width >= antenna_gap, "antenna too near to the Pi");

// A hole for a plug in the wall at x = 0, its middle *along* the port edge from the card end.
module port(along, wide = 11.6, tall = 9) {
    translate([-wall - 1, play + pi_zero_length - along - wide / 2, bottom + pi_z + pi_zero_thick + 1.5 - tall / 2])
        cube([wall + 2, wide, tall]);
}

module base() {
    difference() {
        box(-wall, -wall, inside_x + 2 * wall, inside_y + 2 * wall, high, 4);
        translate([0, 0, bottom]) box(0, 0, inside_x, inside_y, high, 2);
        port(pi_zero_port_hdmi, 15);
        port(pi_zero_port_usb);
        port(pi_zero_port_power);
        translate([pi_x + pi_zero_card - 8, inside_y - 1, bottom + pi_z]) cube([16, wall + 2, 5]);   // SD card
        // leads to the reader tray; open above, the lid closes it
        translate([pi_x + pi_zero_width + 6, -wall - 1, high - plug - 6]) cube([16, wall + 2, 20]);
        // air
        for (x = [pi_x + 6 : 6 : pi_x + 24]) translate([x, 12, -1]) cube([2, inside_y - 24, bottom + 2]);
    }
    for (x = [pi_zero_hole_inset, pi_zero_width - pi_zero_hole_inset],
         y = [pi_zero_hole_inset, pi_zero_length - pi_zero_hole_inset])
        translate([pi_x + x, play + y, bottom - sink]) {
            cylinder(d = 6, h = pi_z + sink, $fn = 16);
            cylinder(d1 = pi_zero_hole - 0.3, d2 = pi_zero_hole - 0.7, h = pi_z + pi_zero_thick + 1, $fn = 12);
        }
    translate([board_x, board_y, bottom]) corners(rc522_length, rc522_width, rc522_thick, board_z, 4, 2);
}

// Printed on its outer face: z = 0 is the top of the case.
module cover(panel) {
    fit_x = inside_x - 2 * plug_play;
    fit_y = inside_y - 2 * plug_play;
    difference() {
        union() {
            box(-wall, -wall, inside_x + 2 * wall, inside_y + 2 * wall, lid, 4);
            // a rim that plugs into the base, and a thicker plate over Pi and panel
            translate([plug_play, plug_play, lid - sink]) difference() {
                box(0, 0, fit_x, fit_y, plug, 2);
                translate([1.6, 1.6, -1]) box(0, 0, fit_x - 3.2, fit_y - 3.2, plug + 2, 1);
                // free over the reader and the leads
                translate([board_x - 6, -1, -1]) cube([fit_x, fit_y + 2, plug + 2]);
                translate([pi_x + pi_zero_width + 5, -1, -1]) cube([18, 5, plug + 2]);
                translate([pi_x + pi_zero_width + 5, fit_y - 4, -1]) cube([18, 5, plug + 2]);
            }
            translate([plug_play, plug_play, lid - sink])
                box(0, 0, pi_x + pi_zero_width + 22, fit_y, lid + sink, 2);
            translate([inside_x - plug_play - 1.6, inside_y / 2 - 12, lid - sink]) cube([1.6, 24, plug + sink]);
        }
        // buzzer: five holes over it
        translate([pi_x + pi_zero_width / 2, inside_y / 2, -1]) {
            cylinder(d = 2.2, h = 9, $fn = 10);
            for (a = [0 : 90 : 270]) rotate(a) translate([4, 0, 0]) cylinder(d = 2.2, h = 9, $fn = 10);
        }
        if (panel) {
            for (i = [0 : 2]) translate([pi_x + pi_zero_width + 12, 11 + 17 * i, -1])
                cylinder(d = panel_button, h = 9);
            translate([pi_x + pi_zero_width + 12, inside_y - 7, -1]) cylinder(d = lamp_hole, h = 9);
        }
        // where the card or token lies
        translate([antenna_x, inside_y / 2, -1]) difference() {
            cylinder(d = 30, h = 1.3);
            cylinder(d = 28.8, h = 4, center = true);
        }
    }
}

if (piece == "base") base();
if (piece == "lid") cover(false);
if (piece == "lid_panel") cover(true);
