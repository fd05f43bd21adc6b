// Pictures only: one rendered piece.
file = "stl/fit_piece.stl";
color([0.36, 0.55, 0.68]) import(file);
