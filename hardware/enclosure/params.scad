// Written by hardware/generate.py from hardware/pins.toml; do not edit. All in mm.

// Pi Zero 2 W
pi_zero_length = 65.0;
pi_zero_width = 30.0;
pi_zero_thick = 1.4;
pi_zero_hole_inset = 3.5;
pi_zero_hole = 2.75;
pi_zero_port_hdmi = 12.4;
pi_zero_port_usb = 41.4;
pi_zero_port_power = 54.0;
pi_zero_card = 16.9;

// RC522 reader
rc522_length = 60.0;
rc522_width = 39.5;
rc522_thick = 1.6;
rc522_antenna_from = 19.0;
rc522_parts_high = 2.5;

// Pico
pico_length = 51.0;
pico_width = 21.0;
pico_thick = 1.0;

// OLED 0.96 inch
oled_length = 27.8;
oled_width = 27.3;
oled_thick = 2.8;
oled_window_length = 13.0;
oled_window_width = 24.0;

// light ring
ring_outside = 50.0;
ring_inside = 37.0;
ring_thick = 3.2;

// arcade button
big_button_hole = 30.0;
big_button_depth = 35.0;

// Enclosure
lid = 1.2;
wall = 2.0;
bottom = 1.6;
joints = 1.0;
play = 0.3;
pin_bay = 22.0;
case_bay = 38.0;
case_inside = 27.0;
card_length = 88.0;
card_width = 63.0;
card_thick = 1.0;
token = 26.0;
token_lift = 10.0;
panel_button = 12.2;
lamp_hole = 5.2;
tower_side = 70.0;
tower_high = 75.0;
antenna_gap = 30;
