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

@test "who is not root becomes root by sudo with the same words" {
    echo 1000 >"$MACHINE/.uid"
    on_setup install --yes --port 8080
    [ "$status" = 0 ]
    did "setup.sh install --yes --port 8080"
    grep -qx 'port = 8080' "$MACHINE/var/lib/tabletop-companion/table.toml"
}

@test "a package that got lost is fetched again" {
    on_setup install --yes
    forget
    touch "$MACHINE/.lost"
    on_setup install --yes
    [ "$status" = 0 ]
    did "flask=="
    [ "$(find "$MACHINE/opt/tabletop-companion/parts" -mindepth 1 -maxdepth 1 | wc -l)" = 1 ]
}

@test "at a terminal it asks what is wired, and whether to restart" {
    # shellcheck disable=SC2031 # a terminal of its own
    answers() { printf '2\ny\nn\nn\n'; }
    run bash -c "cd '$COPY' && PATH='$MACHINE/bin:$PATH' TABLETOP_ROOT='$MACHINE' script -qec './setup.sh install' /dev/null" < <(answers)
    [ "$status" = 0 ]
    said "How many RC522 readers are wired to this Pi, 0 to 4?"
    said "Restart now?"
    did_not "systemctl reboot"
    [ "$(grep -c '^\[\[reader\]\]' "$MACHINE/var/lib/tabletop-companion/table.toml")" = 2 ]
    grep -qx '\[tower\]' "$MACHINE/var/lib/tabletop-companion/table.toml"
    lacks '\[panel\]' "$MACHINE/var/lib/tabletop-companion/table.toml"
}
