"""Where devices meet tables: each device's thread ends in the inbox here. Part of the composition root."""
