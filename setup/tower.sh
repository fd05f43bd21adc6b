# shellcheck shell=bash
# The firmware onto the dice tower's Pico. main.py comes last: a cut before it leaves a board that only waits.

tower_files() { find firmware -maxdepth 1 -name '*.py' ! -name generate.py ! -name main.py | sort && echo firmware/main.py; }
TOWER_SERVICE=0

machine_tower() {
    local port="" uf2=""
    while [ $# -gt 0 ]; do
        case "$1" in
            --port | --uf2)
                [ $# -ge 2 ] || fail "$1 needs a value" "./setup.sh tower --uf2 FILE --port /dev/ttyACM0"
                if [ "$1" = --port ]; then port=$2; else uf2=$2; fi
                shift
                ;;
            --yes | -y) ;; # nothing is asked here
            --dry-run) DRY=1 ;;
            *) machine_usage && fail "no such option: $1" "the options are listed above" ;;
        esac
        shift
    done
    set_up_tower
    put_micropython "$uf2"
    [ -n "$port" ] || port=$(find_tower)
    [ -n "$port" ] || no_tower
    [ -e "$ROOT$port" ] || fail "there is no $port" "plug the tower in with a data cable; ls /dev/serial/by-id"
    say "Tower: $port"
    trap give_port_back EXIT
    if is_running; then
        say "The service lets go of the tower meanwhile."
        as_root systemctl stop "$NAME"
        TOWER_SERVICE=1
    fi
    copy_firmware "$port"
}

as_root() { if [ "$(id -u)" = 0 ]; then change "$@"; else change sudo -- "$@"; fi; }

give_port_back() { [ "$TOWER_SERVICE" = 0 ] || as_root systemctl start "$NAME"; }

no_tower() {
    fail "no Pico was found" "plug it in with a data cable (some cables only charge). A new one: hold BOOTSEL while plugging in, get MicroPython's UF2 file for your board (its maker's page: RPI_PICO or RPI_PICO2), and run ./setup.sh tower --uf2 FILE"
}

find_tower() {
    local path
    for path in "$ROOT"/dev/serial/by-id/*MicroPython*; do
        [ ! -e "$path" ] || { echo "${path#"$ROOT"}"; return 0; }
    done
}

# The drive of a board in BOOTSEL: where it is mounted, or its device.
boot_drive() {
    local label
    for label in RPI-RP2 RP2350; do
        [ ! -e "$ROOT/dev/disk/by-label/$label" ] || { echo "$label"; return 0; }
    done
}

# put_micropython FILE: onto a board that was plugged in with BOOTSEL held.
put_micropython() {
    local file=$1 label folder
    label=$(boot_drive)
    if [ -z "$label" ]; then
        [ -z "$file" ] || [ -n "$(find_tower)" ] || fail "no board waits for $file" "hold BOOTSEL while plugging the Pico in"
        return 0
    fi
    [ -n "$file" ] || fail "the board waits for MicroPython" "get its UF2 file (RPI_PICO for a Pico, RPI_PICO2 for a Pico 2) and run ./setup.sh tower --uf2 FILE"
    [ "$(head -c 4 "$file" 2>/dev/null)" = UF2 ] || fail "$file is no UF2 file" "the download ends in .uf2 and has some hundred kilobytes"
    folder=$(findmnt -n -o TARGET --source "$(readlink -f "$ROOT/dev/disk/by-label/$label")" || true)
    if [ -z "$folder" ]; then
        folder=$(mktemp -d)
        as_root mount "$ROOT/dev/disk/by-label/$label" "$folder" || fail "the drive $label could not be mounted" "copy $file onto it by hand, then ./setup.sh tower"
    fi
    say "Copying MicroPython; the board then starts anew ..."
    as_root cp "$file" "$folder/" || true # the drive goes away as soon as it has all
    as_root umount "$folder" 2>/dev/null || true
    [ "$DRY" = 1 ] || wait_for_tower
}

wait_for_tower() {
    local second
    for second in 1 2 3 4 5 6 7 8 9 10; do
        [ -z "$(find_tower)" ] || return 0
        sleep 1
    done
    fail "the board did not come back after $second s" "unplug it, plug it in without BOOTSEL, then ./setup.sh tower"
}

# set_up_tower: mpremote, in the environment of this checkout.
set_up_tower() {
    local pins=()
    mapfile -t pins < <(python3 setup/facts.py | sed -n 's/^tower //p')
    [ ! -x "$VENV/bin/mpremote" ] || [ "$(cat "$VENV/.installed-tower" 2>/dev/null)" != "${pins[*]}" ] || return 0
    if [ ! -x "$VENV/bin/python" ]; then
        change "$(find_python)" -m venv "$VENV" || fail "no Python environment could be made" "sudo apt-get install python3-venv"
    fi
    change "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check "${pins[@]}" ||
        fail "mpremote could not be fetched" "look whether there is internet (ping -c1 debian.org)"
    [ "$DRY" = 1 ] || printf '%s' "${pins[*]}" >"$VENV/.installed-tower"
}

copy_firmware() {
    local port=$1 file name files
    # A tower that runs our firmware does not listen to Ctrl-C, so that no byte on the cable can stop it.
    change timeout 20 "$VENV/bin/mpremote" connect "$port" exec "pass" >/dev/null 2>&1 ||
        fail "the tower does not give its prompt" "hold its big button while you plug it in, then ./setup.sh tower. Denied? sudo usermod -aG dialout $(id -un), and log in again"
    mapfile -t files < <(tower_files)
    for file in "${files[@]}"; do
        name=${file##*/}
        change "$VENV/bin/mpremote" connect "$port" fs cp "$file" ":$name" >/dev/null ||
            fail "$name could not be copied" "leave the tower plugged in and run ./setup.sh tower again"
        say "  $name"
    done
    change "$VENV/bin/mpremote" connect "$port" reset >/dev/null ||
        fail "the tower did not start anew" "unplug it and plug it in again"
    say "Done: its display shows DICE TOWER. In table.toml: [tower] kind = \"usb\" (./setup.sh install --tower adds it)."
}
