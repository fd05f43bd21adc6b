# shellcheck shell=bash
# The steps of ./setup.sh install, in their order. Each looks first, and changes only what is missing.

# -g: setup.sh sources this inside of a function.
# shellcheck disable=SC2034 # read in walk
declare -gA TITLES=(
    [system]="the system"
    [space]="space on the card"
    [debian]="packages from Debian"
    [spi]="the readers' bus"
    [owner]="a user for the service"
    [table]="table.toml"
    [port]="the port"
    [parts]="Python packages"
    [program]="the program"
    [backup]="a copy of the games"
    [switch]="the new version in place"
    [service]="the service"
    [start]="start"
    [off]="the service off"
    [traces]="what was put into the system"
    [bus]="the readers' bus"
    [folders]="the program"
    [games]="the games"
)
DEBIAN_PACKAGES=(python3 python3-venv avahi-daemon iproute2)
NEEDED_MB=300
NEEDED_DATA_MB=20
BLOCK_BEGIN="# tabletop companion: begin"
BLOCK_END="# tabletop companion: end"
KEPT_COPIES=3

PARTS=
RELEASE=
VERSION=
NEW_PORT=
FACTS=
TABLE_FACTS=

# --- 1 the system -----------------------------------------------------------------------------------------

step_system() {
    local id="" like=""
    if [ -r "$ROOT/etc/os-release" ]; then
        id=$(sed -n 's/^ID=//p' "$ROOT/etc/os-release" | tr -d '"')
        like=$(sed -n 's/^ID_LIKE=//p' "$ROOT/etc/os-release" | tr -d '"')
    fi
    case " $id $like " in
        *" debian "* | *" raspbian "* | *" ubuntu "*) ;;
        *) fail "this is ${id:-an unknown system}, not Debian or Raspberry Pi OS" "./setup.sh run works on any Linux with Python 3.11; only installing as a service needs Debian" ;;
    esac
    command -v apt-get >/dev/null || fail "there is no apt-get" "./setup.sh run works without it"
    command -v systemctl >/dev/null || fail "there is no systemd" "./setup.sh run works without it; start it from your own init"
    if [ -n "$(dpkg --audit 2>/dev/null)" ]; then
        note "an installation by Debian was cut off: finishing it"
        change dpkg --configure -a || fail "Debian's half installed packages could not be finished" "sudo dpkg --configure -a"
    fi
    ! command -v python3 >/dev/null || know_version
    note "$(sed -n 's/^PRETTY_NAME=//p' "$ROOT/etc/os-release" | tr -d '"'), $(uname -m)$(is_pi && tr -d '\0' <"$ROOT/proc/device-tree/model" | sed 's/^/, /')"
}

# What this copy says of itself, see facts.py.
fact() { sed -n "s/^$1 //p" <<<"$FACTS"; }

know_version() {
    if ! FACTS=$(python3 setup/facts.py); then
        python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
            fail "Python is older than 3.11" "use Raspberry Pi OS or Debian from 2023 on (Bookworm); an older one has to be written anew to the card"
        fail "this copy of the program is damaged" "download or clone it again"
    fi
    VERSION=$(fact version)
    refuse_older
}

# An older program may not be able to read what a newer one stored.
refuse_older() {
    local installed newest
    installed=$(installed_version | cut -d' ' -f1)
    [ -n "$installed" ] && [ "$installed" != "$VERSION" ] && [ "$DOWNGRADE" = 0 ] || return 0
    newest=$(printf '%s\n' "$installed" "$VERSION" | sort -V | tail -1)
    [ "$newest" = "$VERSION" ] ||
        fail "version $installed is installed, and this copy is $VERSION" "bring this copy up to date (git pull), or go back all the same: ./setup.sh install --downgrade (the games are copied first)"
}

# --- 2 space ----------------------------------------------------------------------------------------------

# Free megabytes where a file or folder is, or will be.
free_mb() {
    local folder=$1
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    df -Pm "$folder" | awk 'NR == 2 { print $4 }'
}

step_space() {
    local program data
    program=$(free_mb "$OPT")
    data=$(free_mb "$STATE")
    [ "$program" -ge "$NEEDED_MB" ] ||
        fail "only $program MB are free, $NEEDED_MB are needed" "free some: sudo apt-get clean; see what is large: sudo du -xh / | sort -h | tail. On a new card: sudo raspi-config, Advanced, Expand Filesystem"
    [ "$data" -ge "$NEEDED_DATA_MB" ] ||
        fail "only $data MB are free for the games, $NEEDED_DATA_MB are needed" "free some where $STATE is"
    note "$program MB free"
}

# --- 3 Debian ---------------------------------------------------------------------------------------------

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q "ok installed"; }

# fetch_debian PACKAGE...: install what is missing.
fetch_debian() {
    local missing=() package
    for package in "$@"; do is_installed "$package" || missing+=("$package"); done
    if [ "${#missing[@]}" = 0 ]; then
        note "already there"
        return 0
    fi
    note "installing: ${missing[*]}"
    change apt-get update -qq || note "the lists of packages could not be fetched; trying with those that are here"
    DEBIAN_FRONTEND=noninteractive change apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 "${missing[@]}" >/dev/null ||
        fail "these packages could not be installed: ${missing[*]}" "look whether there is internet (ping -c1 debian.org) and whether the clock is right (date); then sudo apt-get update"
}

step_debian() {
    fetch_debian "${DEBIAN_PACKAGES[@]}"
    [ -n "$VERSION" ] || [ "$DRY" = 1 ] || know_version
}

# --- 4 the user -------------------------------------------------------------------------------------------

step_owner() {
    local group groups=()
    if ! getent passwd "$OWNER" >/dev/null; then
        change useradd --system --user-group --home-dir "/var/lib/$NAME" --no-create-home --shell /usr/sbin/nologin "$OWNER" ||
            fail "the user $OWNER could not be made" "look whether a group of that name is in the way: getent group $OWNER"
    fi
    for group in spi gpio dialout; do
        ! getent group "$group" >/dev/null || groups+=("$group")
    done
    for group in "${groups[@]}"; do
        if ! id -nG "$OWNER" 2>/dev/null | tr ' ' '\n' | grep -qx "$group"; then
            change usermod -aG "$group" "$OWNER"
        fi
    done
    note "$OWNER in ${groups[*]:-no other group}"
}

# --- 5 table.toml -----------------------------------------------------------------------------------------

# table.toml with what was asked for on the command line: its port, and the lines for config.txt.
table_toml() {
    local asked=("$TABLE" "$@")
    [ -z "$PORT" ] || asked+=(--port "$PORT")
    [ -z "$READERS" ] || asked+=(--readers "$READERS")
    [ "$TOWER" = 0 ] || asked+=(--tower)
    [ "$PANEL" = 0 ] || asked+=(--panel)
    python3 setup/table_toml.py "${asked[@]}"
}

step_table() {
    local code=0
    if [ ! -d "$STATE" ]; then change install -d -m 0700 "$STATE"; fi
    TABLE_FACTS=$(table_toml --check) || code=$?
    case "$code" in
        0) note "already says so" ;;
        3)
            change table_toml >/dev/null || fail "table.toml could not be written" "look for space and rights: ls -ld $STATE"
            note "$TABLE"
            ;;
        *) fail "table.toml names something wrong (see above)" "mend it: sudo nano $TABLE" ;;
    esac
    NEW_PORT=$(sed -n 's/^port //p' <<<"$TABLE_FACTS")
    [ "$DRY" = 1 ] || chown -R "$OWNER:$OWNER" "$STATE" ||
        fail "$STATE could not be given to $OWNER" "sudo chown -R $OWNER:$OWNER $STATE"
}

# --- 6 SPI ------------------------------------------------------------------------------------------------

config_txt() {
    local file
    for file in "$ROOT/boot/firmware/config.txt" "$ROOT/boot/config.txt"; do
        if [ -f "$file" ]; then
            echo "$file"
            return 0
        fi
    done
    return 1
}

our_block() { sed -n "/^$BLOCK_BEGIN\$/,/^$BLOCK_END\$/p" "$1"; }
without_our_block() { sed "/^$BLOCK_BEGIN\$/,/^$BLOCK_END\$/d" "$1"; }

step_spi() {
    local file own wanted line block=""
    if ! is_pi; then
        note "no Raspberry Pi: no readers on its pins, everything else works"
        return 0
    fi
    file=$(config_txt) ||
        fail "there is no config.txt in /boot/firmware or /boot" "switch SPI on with sudo raspi-config (Interface Options)"
    own=$(without_our_block "$file")
    # One line for each bus that the readers of table.toml, and those asked for now, hang on.
    wanted=$(sed -n 's/^overlay //p' <<<"$TABLE_FACTS")
    while read -r line; do
        grep -qxE "[[:space:]]*${line}[[:space:]]*" <<<"$own" || block+="$line"$'\n'
    done <<<"$wanted"
    # "[all]": the lines before may be for another model alone.
    [ -z "$block" ] || block="$BLOCK_BEGIN"$'\n[all]\n'"$block$BLOCK_END"
    if [ "$block" != "$(our_block "$file")" ]; then
        [ -e "$file.before-$NAME" ] || change cp -p "$file" "$file.before-$NAME"
        put "$file" 0755 <<<"$own"$'\n'"$block" || true
        note "on from the next start: ${wanted//$'\n'/, }"
        [ "$DRY" = 1 ] || touch "$ROOT/run/$NAME-restart"
    elif [ ! -e "$ROOT/dev/spidev0.0" ] && [ ! -e "$ROOT/run/$NAME-restart" ]; then
        note "SPI is on in $file, and yet /dev/spidev0.0 is missing."
        note "What to do: restart the Pi (sudo reboot). Still missing? Another dtoverlay line there holds its pins."
    else
        note "already on"
    fi
}

# --- 7 the port -------------------------------------------------------------------------------------------

step_port() {
    local holder
    if is_running; then
        note "$NEW_PORT, ours already"
        # A new port of a running service is looked at when it starts there.
        return 0
    fi
    holder=$(ss -ltnpH "sport = :$NEW_PORT" 2>/dev/null | head -1) || true # no ss yet in a dry run
    if [ -n "$holder" ]; then
        holder=$(sed -n 's/.*users:(("\([^"]*\)".*/\1/p' <<<"$holder")
        fail "port $NEW_PORT is in use${holder:+ by $holder}" "stop it${holder:+ (sudo systemctl disable --now $holder)}, or take another port: ./setup.sh install --port 8080"
    fi
    note "$NEW_PORT is free"
}

# --- 8 Python packages ------------------------------------------------------------------------------------

# No compiler is there, and on 512 MB none would be quick: wheels only. Not in /tmp, which may be in memory.
pip_install() {
    TMPDIR=$OPT/tmp "$PARTS/bin/python" -m pip install --quiet --no-input --disable-pip-version-check \
        --no-cache-dir --root-user-action=ignore --only-binary=:all: "$@"
}

step_parts() {
    local pins=()
    PARTS=$OPT/parts/$(fact print)-${READER_PACKAGE##*=}
    if [ -f "$PARTS/complete" ] && parts_are_whole; then
        note "already there"
        return 0
    fi
    if [ "$DRY" = 1 ]; then
        change make the environment "$PARTS"
        return 0
    fi
    CHANGES=$((CHANGES + 1))
    note "fetching them (some minutes on a small Pi) ..."
    rm -rf "$PARTS" "$OPT/tmp"
    mkdir -p "$OPT/tmp" "$OPT/parts"
    python3 -m venv "$PARTS" ||
        fail "no Python environment could be made in $PARTS" "sudo apt-get install python3-venv, and look for space: df -h"
    mapfile -t pins < <(fact run)
    pip_install "${pins[@]}" ||
        fail "the Python packages could not be fetched" "look whether there is internet (ping -c1 debian.org) and space (df -h)"
    ! is_pi || fetch_pi_parts
    parts_are_whole || fail "some Python packages are missing (see above)" "look whether there is internet (ping -c1 debian.org)"
    rm -rf "$OPT/tmp"
    sync
    touch "$PARTS/complete"
}

# mfrc522 asks for packages that compile C; on its own it is plain Python.
fetch_pi_parts() {
    local pin pins plain=()
    mapfile -t pins < <(fact pi)
    for pin in "${pins[@]}"; do
        case "$pin" in
            spidev=* | lgpio=*) pip_install --no-deps "$pin" 2>/dev/null || borrow "${pin%%=*}" ;;
            rpi-lgpio=*) pip_install --no-deps "$READER_PACKAGE" "$pin" || no_pi_parts ;;
            *) plain+=("$pin") ;;
        esac
    done
    pip_install "${plain[@]}" || no_pi_parts
}

no_pi_parts() { fail "the packages for readers and pins could not be fetched" "look whether there is internet (ping -c1 debian.org)"; }

# borrow NAME: there is no wheel for this Pi; take Debian's package and link its files.
borrow() {
    local name=$1 site file
    note "$name: Debian's own"
    fetch_debian "python3-$name"
    site=$("$PARTS/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    for file in "$ROOT/usr/lib/python3/dist-packages/$name".* "$ROOT/usr/lib/python3/dist-packages/_$name".*; do
        [ ! -e "$file" ] || ln -sf "$file" "$site/"
    done
}

# True when nothing is missing; names what is.
parts_are_whole() {
    local names="flask waitress babel segno serial"
    ! is_pi || names+=" spidev lgpio gpiozero mfrc522 RPi"
    "$PARTS/bin/python" - "$names" <<'PYTHON'
import importlib.util, sys
missing = [name for name in sys.argv[1].split() if importlib.util.find_spec(name) is None]
print("missing:", *missing, file=sys.stderr) if missing else None
sys.exit(bool(missing))
PYTHON
}

# --- 9 the program ----------------------------------------------------------------------------------------

PROGRAM=(companion firmware setup setup.sh pyproject.toml README.md LICENSE)

# Eight digits that change with every file of the program and its packages.
program_print() {
    {
        echo "${PARTS##*/}"
        find "${PROGRAM[@]}" -name __pycache__ -prune -o -type f -print | LC_ALL=C sort | xargs -d '\n' sha256sum
    } | sha256sum | cut -c1-8
}

step_program() {
    local fresh print
    print=$(program_print)
    RELEASE=$OPT/releases/$VERSION-$print
    if [ -f "$RELEASE/version" ]; then
        note "$VERSION ($print), already there"
        return 0
    fi
    note "$VERSION ($print)"
    if [ "$DRY" = 1 ]; then
        change copy the program to "$RELEASE"
        return 0
    fi
    CHANGES=$((CHANGES + 1))
    fresh=$RELEASE.new
    rm -rf "$fresh" "$RELEASE"
    mkdir -p "$fresh/bin"
    tar -cf - --exclude=__pycache__ "${PROGRAM[@]}" | tar -xf - -C "$fresh" --no-same-owner
    cat >"$fresh/bin/python" <<TEXT
#!/bin/sh
# Python with this version of the program and its packages. Written by setup.sh install.
export PYTHONPATH=$RELEASE
exec $PARTS/bin/python -P "\$@"
TEXT
    cat >"$fresh/bin/companion" <<TEXT
#!/bin/sh
exec $RELEASE/bin/python -m companion "\$@"
TEXT
    chmod -R u=rwX,go=rX "$fresh"
    chmod 0755 "$fresh/bin/python" "$fresh/bin/companion"
    "$PARTS/bin/python" -m compileall -q "$fresh/companion" || true # only the first start is slower
    echo "$VERSION ($print)" >"$fresh/version"
    sync
    mv -T "$fresh" "$RELEASE"
}

# --- 10 a copy of the games -------------------------------------------------------------------------------

has_games() { [ -n "$(find "$STATE" -name '*.sqlite' -print -quit 2>/dev/null)" ]; }
is_current() { [ "$(readlink "$OPT/current" 2>/dev/null)" = "$RELEASE" ]; }

step_backup() {
    local folder=$STATE/before-updates number copies
    if is_current || ! has_games; then
        note "none is needed"
        return 0
    fi
    if [ "$DRY" = 1 ]; then
        change copy the games to "$folder"
        return 0
    fi
    ! is_running || systemctl stop "$NAME" ||
        fail "the running service could not be stopped" "sudo systemctl stop $NAME"
    CHANGES=$((CHANGES + 1))
    install -d -m 0700 "$folder"
    rm -f "$folder"/*.new
    number=$(find "$folder" -name '*.tar.gz' | sed -n 's/.*-\([0-9]*\)\.tar\.gz$/\1/p' | sort -n | tail -1)
    number=$(printf '%06d' $((10#${number:-0} + 1)))
    if ! { tar -C "$STATE" --exclude=./before-updates -czf "$folder/$number.new" . && sync "$folder/$number.new"; }; then
        rm -f "$folder/$number.new"
        ! runs_systemd || systemctl start "$NAME" || true
        fail "the games could not be copied, so nothing was updated" "free some space: df -h $STATE"
    fi
    mv -T "$folder/$number.new" "$folder/before-$VERSION-$number.tar.gz"
    chown -R "$OWNER:$OWNER" "$folder"
    mapfile -t copies < <(find "$folder" -name '*.tar.gz' | sed 's/.*-\([0-9]*\)\.tar\.gz$/\1 &/' | sort -n | cut -d' ' -f2-)
    while [ "${#copies[@]}" -gt "$KEPT_COPIES" ]; do
        rm -f "${copies[0]}"
        copies=("${copies[@]:1}")
    done
    COPY_MADE=$folder/before-$VERSION-$number.tar.gz
    note "$COPY_MADE"
}

# --- 11 the switch ----------------------------------------------------------------------------------------

PREVIOUS=

# point_to RELEASE: in one stroke, so that a cut leaves the old one or the new one.
point_to() {
    ln -sfn "$1" "$OPT/current.new"
    mv -fT "$OPT/current.new" "$OPT/current"
    sync
}

step_switch() {
    PREVIOUS=$(readlink "$OPT/current" 2>/dev/null || true)
    if is_current; then
        note "already there"
        return 0
    fi
    change point_to "$RELEASE"
}

# --- 12 the service ---------------------------------------------------------------------------------------

step_service() {
    local reload=0 udev=0 journal=0
    if put "$UNIT" 0644 <"setup/$NAME.service"; then reload=1; fi
    if put "$ROOT/etc/udev/rules.d/60-tabletop-tower.rules" 0644 <setup/60-tabletop-tower.rules; then udev=1; fi
    put "$ROOT/etc/avahi/services/$NAME.service" 0644 <<<"$(sed "s/@PORT@/$NEW_PORT/" setup/avahi.service)" || true
    put "$ROOT/usr/local/bin/companion" 0755 <<<"$(sed "s|@OPT@|$OPT|; s|@ROOT@|$ROOT|" setup/companion.in)" || true
    # Without these the walls of the service know no such devices when the tower is plugged in later.
    put "$ROOT/etc/modules-load.d/$NAME.conf" 0644 <<<$'cdc_acm\nusbserial' || true
    if is_pi; then
        # The log lives in memory: a card wears out, and the journal of games is elsewhere.
        if put "$ROOT/etc/systemd/journald.conf.d/$NAME.conf" 0644 <<<$'[Journal]\nStorage=volatile\nRuntimeMaxUse=16M'; then journal=1; fi
    fi
    [ "$DRY" = 0 ] || return 0
    if runs_systemd; then
        [ "$reload" = 0 ] || systemctl daemon-reload
        [ "$journal" = 0 ] || systemctl restart systemd-journald || true
        [ "$udev" = 0 ] || { modprobe -a cdc_acm usbserial 2>/dev/null || true; udevadm control --reload || true; udevadm trigger --subsystem-match=tty || true; }
    fi
    systemctl is-enabled --quiet "$NAME" 2>/dev/null || change systemctl enable --quiet "$NAME" ||
        fail "the service could not be enabled" "sudo systemctl enable $NAME"
}

# --- 13 start ---------------------------------------------------------------------------------------------

step_start() {
    [ "$DRY" = 0 ] || { note "would do: start the service"; return 0; }
    if ! runs_systemd; then
        note "systemd does not run here: it starts with the machine"
    elif is_running && [ "$CHANGES" = 0 ]; then
        note "runs already"
    else
        CHANGES=$((CHANGES + 1))
        if ! systemctl restart "$NAME"; then go_back; fi
        note "runs"
    fi
    clear_out
}

# The new version does not start: the one before serves the evening.
go_back() {
    say ""
    journalctl -u "$NAME" -n 8 --no-pager -o cat >&2 2>/dev/null || true
    if [ -n "$PREVIOUS" ] && [ "$PREVIOUS" != "$RELEASE" ] && [ -f "$PREVIOUS/version" ]; then
        point_to "$PREVIOUS"
        if systemctl restart "$NAME"; then
            fail "$VERSION does not start (its last words are above); $(installed_version) runs again" "report the lines above; the games are as they were"
        fi
    fi
    fail "the service does not start (its last words are above)" "most often table.toml names something that is not there: sudo nano $TABLE"
}

# Keep this version and the one before; the rest goes.
clear_out() {
    local folder
    for folder in "$OPT"/releases/*; do
        [ "$folder" = "$RELEASE" ] || [ "$folder" = "$PREVIOUS" ] || rm -rf "$folder"
    done
    for folder in "$OPT"/parts/*; do
        grep -qsF "$folder/" "$OPT"/releases/*/bin/python || rm -rf "$folder"
    done
}
