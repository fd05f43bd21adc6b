// Pictures only: how the pieces come together. Reads the rendered pieces, so render those first.
include <params.scad>

view = "set"; // [set, case, tray, tower]

shell = [0.23, 0.42, 0.55];
light = [0.93, 0.90, 0.82];
green = [0.20, 0.50, 0.30];
blue = [0.15, 0.30, 0.65];
card = [0.97, 0.97, 0.94];

module stl(name) import(str("stl/", name, ".stl"));

module reader() {
    color(blue) cube([rc522_length, rc522_width, rc522_thick]);
    color("gold") translate([(rc522_antenna_from + rc522_length) / 2, rc522_width / 2, rc522_thick + 0.05])
        linear_extrude(0.3) for (d = [24, 28, 32]) difference() {
            circle(d = d, $fn = 48);
            circle(d = d - 1.8, $fn = 48);
        }
    color("dimgray") translate([-8, rc522_width / 2 - 10, -2.4]) cube([14, 20, 2.4]);
}

module case(up) {
    reader_z = bottom + case_inside - rc522_thick - joints;
    color(shell) stl("pi_case_base");
    color(green) translate([play, play, bottom + 3]) cube([pi_zero_width, pi_zero_length, pi_zero_thick]);
    color("dimgray") translate([play + pi_zero_width - 6, play + 7, bottom + 4.4]) cube([5, 51, 8]);
    translate([play + pi_zero_width + case_bay, (pi_zero_length + 2 * play - rc522_width) / 2, reader_z]) reader();
    color(light) translate([0, pi_zero_length + 2 * play, bottom + case_inside + lid + up]) rotate([180, 0, 0])
        stl("pi_case_lid_panel");
    for (i = [0 : 2]) color([[0.2, 0.6, 0.3], [0.85, 0.7, 0.2], [0.9, 0.9, 0.9]][i])
        translate([play + pi_zero_width + 12, pi_zero_length + 2 * play - 11 - 17 * i, bottom + case_inside + up])
            cylinder(d = panel_button + 2, h = 4, $fn = 32);
}

module tray(up) {
    color(shell) stl("reader_tray_base");
    translate([pin_bay + play, 1 + play, bottom + rc522_parts_high + 0.5]) reader();
    z = bottom + rc522_parts_high + 0.5 + rc522_thick + joints;
    color(light) translate([0, 0, z + up]) stl("reader_tray_lid");
    if (up == 0) color(card)
        translate([pin_bay + play + 39.5 - card_width / 2, rc522_width - card_length, z + lid + 0.2])
            cube([card_width, card_length, 0.4]);
}

module tower(up) {
    color(light) stl("tower_base");
    color(green) translate([-pico_width / 2, tower_side / 2 - 2 - play - pico_length, 6])
        cube([pico_width, pico_length, pico_thick]);
    translate([0, 0, wall + tower_high + up]) rotate([180, 0, 0]) {
        color(shell) rotate(180) stl("tower_shell");
        color([0.8, 0.15, 0.1]) mirror([0, 0, 1]) { cylinder(d = 33, h = 3, $fn = 48); cylinder(d = 24, h = 7, $fn = 48); }
        color("black") translate([-12, tower_side / 2 - 2, tower_high - 42 - 6.5]) cube([24, 0.8, 13]);
    }
}

if (view == "case") case(45);
if (view == "tray") tray(30);
if (view == "tower") tower(40);
if (view == "set") {
    case(0);
    translate([150, 45, 0]) tray(0);
    translate([40, 125, 0]) tower(0);
    translate([130, 125, 0]) color(light) stl("token_ring_flat");
    translate([175, 125, 0]) color(light) stl("token_ring_raised");
}
