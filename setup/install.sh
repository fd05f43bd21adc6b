# shellcheck shell=bash
# The companion as a service of a Raspberry Pi or any Debian: install, update, uninstall, doctor.
# Sourced by setup.sh, in whose folder we are. Each step looks first and changes only what is missing, so that a
# second run, after a cut say, goes on where the first one ended.

# Root shall leave nothing in this copy.
export PYTHONDONTWRITEBYTECODE=1

# A folder that stands for the whole machine; empty for the machine itself.
ROOT=${TABLETOP_ROOT:-}
NAME=tabletop-companion
OWNER=tabletop
OPT=$ROOT/opt/$NAME
STATE=$ROOT/var/lib/$NAME
TABLE=$STATE/table.toml
UNIT=$ROOT/etc/systemd/system/$NAME.service

COMMAND=
ARGUMENTS=()
DRY=0
YES=0
PURGE=0
DOWNGRADE=0
FETCH=1
PORT=
READERS=
TOWER=0
PANEL=0

STEP=
CHANGES=0
COPY_MADE=

source setup/steps.sh
source setup/remove.sh
source setup/hotspot.sh
source setup/tower.sh

machine_usage() {
    cat >&2 <<'TEXT'
./setup.sh install    the companion as a service that starts with the machine
  --readers N         add the first N readers (table, tray, bank, deck) to table.toml
  --tower --panel     add the dice tower, the buttons and lamp
  --port N            where phones find it (default 80)
  --downgrade         allow an older program over a newer one
./setup.sh update     back up, then install the newest version   --here: this copy, fetch nothing
./setup.sh uninstall  remove the program, keep the games         --purge: the games too
./setup.sh doctor     is all well?
./setup.sh hotspot    a Wi-Fi of its own: on, off, show, remove  --country XX
./setup.sh tower      copy the firmware to the dice tower        --uf2 FILE  --port PORT

  --dry-run           print every step and what it would change; change nothing
  --yes               ask nothing
TEXT
}

# --- talking ----------------------------------------------------------------------------------------------

note() { say "      $*"; }

# fail WHAT REMEDY: one sentence what is wrong, one what to do.
fail() {
    say ""
    say "${STEP:+Stopped at $STEP: }$1"
    say "What to do: $2"
    [ -z "$STEP" ] || say "Then run ./setup.sh $COMMAND again: it goes on from there."
    STEP=
    exit 1
}

# A step ended in a way that nobody foresaw.
leave() {
    local code=$1
    [ "$code" != 0 ] && [ -n "$STEP" ] || return 0
    say ""
    say "Stopped at $STEP: the message above says why."
    say "What to do: when it speaks of space, free some (df -h); else run ./setup.sh doctor."
    say "Then run ./setup.sh $COMMAND again: it goes on from there."
}

# ask QUESTION: true for yes. Without a terminal, or with --yes, the answer is $2.
ask() {
    local answer
    if [ "$YES" = 1 ] || [ ! -t 0 ]; then
        [ "$2" = yes ]
        return
    fi
    read -r -p "$1 " answer
    case "${answer:-$2}" in [yY]*) return 0 ;; *) return 1 ;; esac
}

# --- changing ---------------------------------------------------------------------------------------------

# Do something that changes the machine, or say what would be done.
change() {
    CHANGES=$((CHANGES + 1))
    if [ "$DRY" = 1 ]; then
        note "would do: $*"
    else
        "$@"
    fi
}

# put FILE MODE: write stdin there, whole or not at all, if it says something new. True when it did.
put() {
    local file=$1 mode=$2 fresh
    fresh=$(mktemp) || return 2
    cat >"$fresh" || return 2
    if cmp -s "$fresh" "$file"; then
        rm -f "$fresh"
        return 1
    fi
    CHANGES=$((CHANGES + 1))
    if [ "$DRY" = 1 ]; then
        note "would write: $file"
        rm -f "$fresh"
        return 0
    fi
    if ! { mkdir -p "$(dirname "$file")" && install -m "$mode" "$fresh" "$file.new" && sync "$file.new" && mv -fT "$file.new" "$file"; }; then
        rm -f "$fresh" "$file.new"
        fail "$file could not be written" "look for space and rights there (df -h \"$(dirname "$file")\")"
    fi
    rm -f "$fresh"
}

# --- asking the machine -----------------------------------------------------------------------------------

is_pi() { grep -aq "Raspberry Pi" "$ROOT/proc/device-tree/model" 2>/dev/null; }
runs_systemd() { [ -d "$ROOT/run/systemd/system" ]; }
is_running() { runs_systemd && systemctl is-active --quiet "$NAME"; }
installed_version() { cat "$OPT/current/version" 2>/dev/null || true; }
table_port() {
    local port
    port=$(python3 setup/table_toml.py "$TABLE" --check 2>/dev/null | sed -n 's/^port //p') || true
    echo "${port:-80}"
}

# --- the commands -----------------------------------------------------------------------------------------

read_options() {
    ARGUMENTS=("$@")
    while [ $# -gt 0 ]; do
        case "$1" in
            --dry-run) DRY=1 ;;
            --yes | -y) YES=1 ;;
            --purge) PURGE=1 ;;
            --downgrade) DOWNGRADE=1 ;;
            --here) FETCH=0 ;;
            --tower) TOWER=1 ;;
            --panel) PANEL=1 ;;
            --port | --readers)
                [ $# -ge 2 ] || fail "$1 needs a number" "./setup.sh $COMMAND $1 1"
                if [ "$1" = --port ]; then PORT=$2; else READERS=$2; fi
                shift
                ;;
            -h | --help) machine_usage && exit 0 ;;
            *) machine_usage && fail "no such option: $1" "the options are listed above" ;;
        esac
        shift
    done
    [[ ${READERS:-0} =~ ^[0-4]$ ]] || fail "--readers: expected 0 to 4, found $READERS" "say how many RC522 readers are wired"
    { [[ ${PORT:-80} =~ ^[0-9]{1,5}$ ]] && [ "${PORT:-80}" -ge 1 ] && [ "${PORT:-80}" -le 65535 ]; } ||
        fail "--port: expected 1 to 65535, found $PORT" "80 is what phones expect; 8080 is the usual other"
}

# Become root, by sudo where there is one.
need_root() {
    [ "$DRY" = 0 ] && [ "$(id -u)" != 0 ] || return 0
    command -v sudo >/dev/null ||
        fail "this changes the machine, and you are not root" "become root first (su -), go back to this folder, and run ./setup.sh $COMMAND"
    say "This changes the machine: asking sudo for the right to."
    sudo -n true 2>/dev/null || sudo true ||
        fail "sudo does not let you" "log in as a user who may use sudo (on Raspberry Pi OS the first one), or as root"
    exec sudo -- "$PWD/setup.sh" "$COMMAND" "${ARGUMENTS[@]}"
}

# One setup at a time; the lock goes with the process, however it ends.
lock() {
    [ "$DRY" = 0 ] || return 0
    mkdir -p "$ROOT/run/lock"
    exec 9>"$ROOT/run/lock/$NAME-setup"
    flock -n 9 || fail "another ./setup.sh is at work" "wait until it has ended"
}

# walk COMMAND STEP...: each step is a function step_NAME with its title in TITLES.
walk() {
    local total=$# number=0 step
    trap 'leave $?' EXIT
    for step in "$@"; do
        number=$((number + 1))
        STEP="step $number of $total, ${TITLES[$step]}"
        say "[$number/$total] ${TITLES[$step]}"
        "step_$step"
    done
    STEP=
}

machine_install() {
    local before
    read_options "$@"
    need_root
    lock
    before=$(installed_version)
    ask_what_is_fitted
    walk system space debian owner table spi port parts program backup switch service start
    if [ "$DRY" = 1 ]; then
        say "Nothing was changed: this was a dry run."
    elif [ "$CHANGES" = 0 ]; then
        say "Already up to date: $(installed_version)."
    elif [ -n "$before" ] && [ "$before" != "$(installed_version)" ]; then
        say "Updated from $before to $(installed_version). Games and tags are as they were.${COPY_MADE:+ A copy from before: $COPY_MADE}"
    else
        say "Installed: $(installed_version)."
    fi
    [ "$DRY" = 1 ] || { check_up && say_where; }
    ask_for_restart
}

machine_update() {
    read_options "$@"
    [ -n "$(installed_version)" ] ||
        fail "nothing is installed here yet" "./setup.sh install"
    [ "$FETCH" = 0 ] || [ "$DRY" = 1 ] || fetch_newest
    # The script that was fetched does the rest.
    exec ./setup.sh install "${ARGUMENTS[@]}"
}

# Bring this copy to the newest version. What it cannot do is no failure: what lies here is installed then.
fetch_newest() {
    local who="" owner
    owner=$(stat -c %U .)
    if [ "$(id -u)" = 0 ] && [ "$owner" != root ]; then who="runuser -u $owner --"; fi
    if ! command -v git >/dev/null || [ ! -d .git ]; then
        say "This copy is no git checkout: installing what lies here."
        return 0
    fi
    say "Fetching the newest version ..."
    # shellcheck disable=SC2086 # two words or none
    $who git pull --ff-only --quiet ||
        say "It could not be fetched (no internet, or changes of your own here): installing what lies here."
}

machine_doctor() {
    read_options "$@"
    check_up
}

# What is installed, and what can be seen of it; then the program's own doctor.
check_up() {
    local version device
    version=$(installed_version)
    if [ -z "$version" ]; then
        say "Not installed as a service. ./setup.sh install does that; ./setup.sh run needs no installation."
        [ ! -x "$VENV/bin/companion" ] || ! "$VENV/bin/companion" doctor --help >/dev/null 2>&1 || "$VENV/bin/companion" doctor || true
        return 0
    fi
    say ""
    say "Version     $version"
    if ! runs_systemd; then
        say "Service     starts with the machine"
    elif is_running; then
        say "Service     runs"
    else
        say "Service     does not run. Why: journalctl -u $NAME -n 20   Start it: sudo systemctl restart $NAME"
    fi
    if is_pi; then
        device="$ROOT/dev/spidev0.0"
        if [ -e "$device" ]; then
            say "SPI         on"
        elif [ -e "$ROOT/run/$NAME-restart" ]; then
            say "SPI         on after a restart: sudo reboot"
        else
            say "SPI         missing. Restart the Pi (sudo reboot). If it is still missing: ./setup.sh install"
        fi
    fi
    say "Disk        $(free_mb "$STATE") MB free"
    if [ -e "$ROOT/run/$NAME-restart" ]; then
        say "Readers, panel and tower: ./setup.sh doctor, after the restart."
    elif "$OPT/current/bin/companion" doctor --help >/dev/null 2>&1; then
        "$ROOT/usr/local/bin/companion" doctor || true
    fi
}

say_where() {
    local python address name port suffix=""
    python=$OPT/current/bin/python
    port=${NEW_PORT:-$(table_port)}
    [ "$port" = 80 ] || suffix=":$port"
    address=$("$python" -c 'from companion.addresses import numeric_addresses as a; print(a()[0])' 2>/dev/null) || return 0
    name=$("$python" -c 'from companion.addresses import machine_name as n; print(n())' 2>/dev/null) || return 0
    say ""
    say "The table is at http://$address$suffix/ (or http://$name$suffix/). Phones on the same Wi-Fi:"
    "$python" setup/codes.py url "http://$address$suffix/" >&2 || true
    say "No Wi-Fi where you play? ./setup.sh hotspot"
}

ask_what_is_fitted() {
    local answer
    [ -z "$READERS" ] && [ ! -e "$TABLE" ] && is_pi && [ "$YES" = 0 ] && [ -t 0 ] && [ "$DRY" = 0 ] || return 0
    read -r -p "How many RC522 readers are wired to this Pi, 0 to 4? [0] " answer
    [[ ${answer:-0} =~ ^[0-4]$ ]] || fail "expected 0 to 4, found $answer" "run ./setup.sh install again"
    READERS=${answer:-0}
    ! ask "Is the dice tower built? [y/N]" no || TOWER=1
    ! ask "Are buttons and lamp wired? [y/N]" no || PANEL=1
}

ask_for_restart() {
    [ -e "$ROOT/run/$NAME-restart" ] || return 0
    say ""
    say "The readers' bus (SPI) was switched on: the Pi must restart once before they are found."
    if [ "$YES" = 0 ] && [ -t 0 ] && ask "Restart now? [y/N]" no; then
        systemctl reboot
    else
        say "When it suits you: sudo reboot"
    fi
}
