#!/usr/bin/env bats
# ./setup.sh tower: the firmware's files in an order that a cut cannot hurt.

load machine

PICO=dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e66-if00

setup_file() { prepare; }

setup() {
    new_machine pi
    mkdir -p "$COPY/.venv/bin" "$MACHINE/dev/serial/by-id" "$MACHINE/dev/disk/by-label"
    ln -s "$STUB" "$COPY/.venv/bin/python"
    ln -s "$STUB" "$COPY/.venv/bin/mpremote"
}

@test "the files are copied, main.py last, and the board starts anew" {
    touch "$MACHINE/$PICO"
    on_setup tower
    [ "$status" = 0 ]
    said "Done: its display shows DICE TOWER."
    did "pip install --quiet --disable-pip-version-check mpremote=="
    copied=$(sed -n 's|.*fs cp firmware/\([a-z]*\).py.*|\1|p' "$MACHINE/.log")
    [ "$(tail -1 <<<"$copied")" = main ]
    # All that main.py needs, found by what it imports from this folder.
    needed=$(cat "$COPY"/firmware/*.py | sed -n 's/^\(import\|from\) \([a-z]*\).*/\2/p' | sort -u)
    for name in $needed; do
        [ ! -e "$COPY/firmware/$name.py" ] || grep -qx "$name" <<<"$copied" || { echo "not copied: $name" >&2; false; }
    done
    [[ $(tail -1 "$MACHINE/.log") == "mpremote connect /$PICO reset" ]]
}

@test "without a board it says how to plug one in" {
    on_setup tower
    [ "$status" = 1 ]
    said "no Pico was found"
    said "BOOTSEL"
    on_setup tower --port /dev/ttyACM7
    said "there is no /dev/ttyACM7"
}

@test "a tower that does not give its prompt wants its button held" {
    touch "$MACHINE/$PICO"
    FAIL="mpremote *exec*" on_setup tower
    [ "$status" = 1 ]
    said "the tower does not give its prompt"
    said "hold its big button while you plug it in"
}

@test "the service lets go of the tower and gets it back, also after a fault" {
    touch "$MACHINE/$PICO"
    echo running >"$MACHINE/.services"
    FAIL="mpremote *main.py*" on_setup tower
    [ "$status" = 1 ]
    said "main.py could not be copied"
    did "systemctl stop tabletop-companion"
    [ "$(tail -1 "$MACHINE/.log")" = "systemctl start tabletop-companion" ]
}

@test "a board in BOOTSEL wants MicroPython, and a file that is one" {
    touch "$MACHINE/dev/disk/by-label/RPI-RP2"
    on_setup tower
    [ "$status" = 1 ]
    said "the board waits for MicroPython"
    echo "<html>" >"$BATS_TEST_TMPDIR/page.uf2"
    on_setup tower --uf2 "$BATS_TEST_TMPDIR/page.uf2"
    [ "$status" = 1 ]
    said "is no UF2 file"
    on_setup tower --uf2
    said "--uf2 needs a value"
}

@test "MicroPython is copied onto the drive, then the firmware" {
    mkdir "$MACHINE/drive"
    printf 'UF2\nWQ\x5d\x9e' >"$BATS_TEST_TMPDIR/pico.uf2"
    touch "$MACHINE/dev/disk/by-label/RPI-RP2" "$MACHINE/$PICO"
    on_setup tower --uf2 "$BATS_TEST_TMPDIR/pico.uf2"
    [ "$status" = 0 ]
    cmp "$BATS_TEST_TMPDIR/pico.uf2" "$MACHINE/drive/pico.uf2"
    said "DICE TOWER"
}

@test "without internet mpremote's absence says what to do" {
    FAIL="python -m pip*" on_setup tower
    [ "$status" = 1 ]
    said "mpremote could not be fetched"
}
