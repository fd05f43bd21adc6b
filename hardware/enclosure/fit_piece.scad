// Fit piece: print this first. Ten minutes show whether boards and card fit the pockets of the other pieces.
include <shapes.scad>

plate = 1;
wide = 8;
stop = 2;
stop_high = 2.5;

// Two stops between which the edge of a board must go, on a bar from [0, y].
module gauge(y, length) {
    translate([-stop, y, 0]) cube([length + 2 * play + 2 * stop, wide, plate]);
    for (x = [-stop, length + 2 * play]) translate([x, y, plate - sink]) cube([stop, wide, stop_high + sink]);
}

step = wide + 4;
gauge(0, rc522_length);
gauge(step, rc522_width);
translate([rc522_width + 2 * play + stop, step, 0]) gauge(0, pico_width);
gauge(2 * step, pico_length);
// the card slot
translate([-stop - rail_wide, 3 * step, 0]) {
    cube([card_width + 2 * play + 2 * rail_wide, wide, plate]);
    translate([rail_wide + card_width + 2 * play, 0, plate]) rail(wide);
    translate([rail_wide, 0, plate]) mirror([1, 0, 0]) rail(wide);
}
// the spine that makes it one piece
translate([2, 0, 0]) cube([6, 3 * step + wide, plate]);
