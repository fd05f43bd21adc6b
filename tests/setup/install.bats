#!/usr/bin/env bats
# ./setup.sh install on a folder that stands for a Pi.

load machine

setup_file() { prepare; }
setup() { new_machine pi; }

@test "the first run sets up everything and asks for one restart" {
    on_setup install --yes --readers 1
    [ "$status" = 0 ]
    said "[13/13] start"
    said "Installed: 0.1.0 ("
    said "sudo reboot"
    did "apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=120 python3 python3-venv avahi-daemon iproute2"
    did "--no-deps mfrc522==0.0.7 rpi-lgpio=="
    did "--only-binary=:all: --no-deps spidev=="
    did_not "pytest"
    did_not "build-essential"
    did "useradd --system --user-group"
    [ "$(cat "$MACHINE/.groups")" = $'spi\ngpio\ndialout' ]
    did "systemctl enable --quiet tabletop-companion"
    did "systemctl restart tabletop-companion"
    grep -qx 'dtparam=spi=on' "$MACHINE/boot/firmware/config.txt"
    lacks 'spi1-2cs' "$MACHINE/boot/firmware/config.txt"
    grep -qx 'port = 80' "$MACHINE/var/lib/tabletop-companion/table.toml"
    grep -qx 'name = "table"' "$MACHINE/var/lib/tabletop-companion/table.toml"
    grep -q '<port>80</port>' "$MACHINE/etc/avahi/services/tabletop-companion.service"
    grep -qx 'Storage=volatile' "$MACHINE/etc/systemd/journald.conf.d/tabletop-companion.conf"
    grep -q 'GPIOZERO_PIN_FACTORY=lgpio' "$MACHINE/usr/local/bin/companion"
    [ -x "$MACHINE/usr/local/bin/companion" ]
    [ -z "$(find "$COPY" -name '*.pyc')" ]
}

@test "the second run says already up to date and changes nothing" {
    on_setup install --yes --readers 1
    before=$(picture)
    rm "$MACHINE/run/tabletop-companion-restart"
    touch "$MACHINE/dev/spidev0.0"
    forget
    on_setup install --yes --readers 1
    [ "$status" = 0 ]
    said "Already up to date: 0.1.0 ("
    not_said "reboot"
    did_not "restart tabletop-companion"
    did_not "install -y"
    did_not "pip"
    rm "$MACHINE/dev/spidev0.0"
    touch "$MACHINE/run/tabletop-companion-restart"
    [ "$(picture)" = "$before" ]
}

@test "a dry run prints every step and changes nothing" {
    before=$(picture)
    on_setup install --dry-run --readers 4 --port 8080
    [ "$status" = 0 ]
    for number in 1 2 3 4 5 6 7 8 9 10 11 12 13; do said "[$number/13]"; done
    said "would do: apt-get install"
    said "would do: useradd"
    said "dtparam=spi=on, dtoverlay=spi1-2cs"
    said "8080 is free"
    said "Nothing was changed"
    [ "$(picture)" = "$before" ]
}

@test "the third reader switches the second bus on" {
    on_setup install --yes --readers 2
    lacks 'spi1-2cs' "$MACHINE/boot/firmware/config.txt"
    rm -f "$MACHINE/run/tabletop-companion-restart"
    on_setup install --yes --readers 3 --tower --panel
    [ "$status" = 0 ]
    grep -qx 'dtoverlay=spi1-2cs' "$MACHINE/boot/firmware/config.txt"
    said "sudo reboot"
    [ "$(grep -c '^\[\[reader\]\]' "$MACHINE/var/lib/tabletop-companion/table.toml")" = 3 ]
    grep -qx '\[tower\]' "$MACHINE/var/lib/tabletop-companion/table.toml"
}

@test "SPI that is on already is left alone and asks for no restart" {
    sed -i 's/^#dtparam=spi/dtparam=spi/' "$MACHINE/boot/firmware/config.txt"
    touch "$MACHINE/dev/spidev0.0"
    before=$(cat "$MACHINE/boot/firmware/config.txt")
    on_setup install --yes
    [ "$status" = 0 ]
    not_said "reboot"
    [ "$(cat "$MACHINE/boot/firmware/config.txt")" = "$before" ]
}

@test "SPI that is on and yet missing says what to do" {
    sed -i 's/^#dtparam=spi/dtparam=spi/' "$MACHINE/boot/firmware/config.txt"
    on_setup install --yes
    [ "$status" = 0 ]
    said "/dev/spidev0.0 is missing"
    said "restart the Pi (sudo reboot). Still missing? Another dtoverlay"
}

@test "a Pi without config.txt says how to switch SPI on" {
    rm "$MACHINE/boot/firmware/config.txt"
    on_setup install --yes
    [ "$status" = 1 ]
    said "there is no config.txt"
    said "sudo raspi-config"
}

@test "a Debian that is no Pi gets the same without readers and pins" {
    rm -r "$MACHINE/proc/device-tree" "$MACHINE/boot"
    printf 'PRETTY_NAME="Debian"\nID=debian\n' >"$MACHINE/etc/os-release"
    on_setup install --yes
    [ "$status" = 0 ]
    said "no Raspberry Pi"
    did_not "spidev"
    [ ! -e "$MACHINE/etc/systemd/journald.conf.d" ]
    did "systemctl restart tabletop-companion"
}

@test "where there is no wheel for this Pi Debian's package is taken" {
    touch "$MACHINE/.no-wheels"
    on_setup install --yes
    [ "$status" = 0 ]
    did "python3-spidev"
    [ -L "$(find "$MACHINE/opt/tabletop-companion/parts" -name spidev.so)" ]
}

@test "an installation by Debian that was cut off is finished first" {
    echo "half configured: libc6" >"$MACHINE/.half"
    on_setup install --yes
    [ "$status" = 0 ]
    did "dpkg --configure -a"
}

@test "a system that is not Debian keeps the way without installing" {
    printf 'ID=fedora\n' >"$MACHINE/etc/os-release"
    on_setup install --yes
    [ "$status" = 1 ]
    said "this is fedora, not Debian"
    said "./setup.sh run works on any Linux"
    rm "$MACHINE/etc/os-release"
    on_setup install --yes
    said "this is an unknown system"
}

@test "too little space is said before anything changes" {
    echo 120 >"$MACHINE/.free"
    before=$(picture)
    on_setup install --yes
    [ "$status" = 1 ]
    said "step 2 of 13, space on the card: only 120 MB are free, 300 are needed"
    said "sudo apt-get clean"
    [ "$(picture)" = "$before" ]
}

@test "without sudo who is not root is told how to become root" {
    echo 1000 >"$MACHINE/.uid"
    FAIL="sudo *" on_setup install
    [ "$status" = 1 ]
    said "sudo does not let you"
    said "log in as a user who may use sudo"
}

@test "who is not root becomes root by sudo with the same words" {
    echo 1000 >"$MACHINE/.uid"
    on_setup install --yes --port 8080
    [ "$status" = 0 ]
    did "setup.sh install --yes --port 8080"
    grep -qx 'port = 8080' "$MACHINE/var/lib/tabletop-companion/table.toml"
}

@test "a port in use names who holds it and what to do" {
    echo 'LISTEN 0 511 0.0.0.0:80 0.0.0.0:* users:(("nginx",pid=1,fd=6))' >"$MACHINE/.ports"
    on_setup install --yes
    [ "$status" = 1 ]
    said "port 80 is in use by nginx"
    said "./setup.sh install --port 8080"
}

@test "a wrong table.toml is named and left as it is" {
    mkdir -p "$MACHINE/var/lib/tabletop-companion"
    echo 'prot = 80' >"$MACHINE/var/lib/tabletop-companion/table.toml"
    on_setup install --yes
    [ "$status" = 1 ]
    said "prot: no such key"
    said "sudo nano"
    [ "$(cat "$MACHINE/var/lib/tabletop-companion/table.toml")" = "prot = 80" ]
}

@test "options that cannot be are refused with what would be right" {
    on_setup install --readers 5
    said "--readers: expected 0 to 4, found 5"
    on_setup install --port 70000
    said "--port: expected 1 to 65535, found 70000"
    on_setup install --port
    said "--port needs a number"
    on_setup install --redaers 2
    said "no such option: --redaers"
    [ "$status" = 1 ]
}

@test "two at once: the second waits for its turn" {
    mkdir -p "$MACHINE/run/lock"
    exec 8>"$MACHINE/run/lock/tabletop-companion-setup"
    flock -n 8
    on_setup install --yes
    exec 8>&-
    [ "$status" = 1 ]
    said "another ./setup.sh is at work"
}

@test "a step that fails says what to do, and the next run goes on to the same end" {
    on_setup install --yes --readers 1
    whole=$(picture)
    while IFS='|' read -r call sentence; do
        new_machine "failing-$((++number))"
        FAIL=$call on_setup install --yes --readers 1
        [ "$status" = 1 ] || { echo "did not fail: $call" >&2; false; }
        said "$sentence"
        said "What to do:"
        said "Then run ./setup.sh install again: it goes on from there."
        on_setup install --yes --readers 1
        [ "$status" = 0 ]
        [ "$(picture)" = "$whole" ] || { diff <(echo "$whole") <(picture) >&2; false; }
    done <<'ROWS'
apt-get install*|packages could not be installed: python3 python3-venv avahi-daemon iproute2
*pip*flask*|the Python packages could not be fetched
systemctl restart*|the service does not start
usermod*|Stopped at step 4 of 13
ROWS
}

@test "a cut in the middle of any step leaves nothing that the next run cannot finish" {
    on_setup install --yes --readers 1
    whole=$(picture)
    while read -r call; do
        new_machine "cut-$((++number))"
        CUT=$call on_setup install --yes --readers 1
        [ "$status" != 0 ] || { echo "was not cut: $call" >&2; false; }
        on_setup install --yes --readers 1
        [ "$status" = 0 ]
        [ "$(picture)" = "$whole" ] || { echo "cut at $call" >&2; diff <(echo "$whole") <(picture) >&2; false; }
    done <<'ROWS'
usermod*
python *compileall*
systemctl daemon-reload
systemctl restart tabletop-companion
ROWS
}
