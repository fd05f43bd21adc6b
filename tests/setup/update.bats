#!/usr/bin/env bats
# ./setup.sh update and uninstall: games are kept, versions are named, a version that fails gives way.

load machine

STATE_IN=var/lib/tabletop-companion

setup_file() {
    prepare
    # Installed once for all tests of this file, with a game on it.
    BATS_TEST_TMPDIR=$BATS_FILE_TMPDIR/first
    mkdir "$BATS_TEST_TMPDIR"
    new_machine pi
    cp "$MACHINE/boot/firmware/config.txt" "$BATS_FILE_TMPDIR/config.txt"
    setup_sh install --yes --readers 1
    echo "a game" >"$MACHINE/$STATE_IN/monopoly-1.sqlite"
    rm -f "$MACHINE/run/tabletop-companion-restart"
    touch "$MACHINE/dev/spidev0.0"
}

setup() {
    MACHINE=$BATS_FILE_TMPDIR/first/pi
    COPY=$MACHINE-copy
    # Paths of a machine are in what was installed on it: the same place, fresh for each test.
    [ -e "$BATS_FILE_TMPDIR/kept" ] || cp -a "$BATS_FILE_TMPDIR/first" "$BATS_FILE_TMPDIR/kept"
    rm -r "$BATS_FILE_TMPDIR/first"
    cp -a "$BATS_FILE_TMPDIR/kept" "$BATS_FILE_TMPDIR/first"
    unset FAIL CUT
    export MACHINE
    forget
}

@test "an update copies the games first and says from which version to which" {
    before=$(installed)
    set_version 0.2.0
    on_setup update --here --yes
    [ "$status" = 0 ]
    said "Updated from $before to 0.2.0 ("
    [[ $(installed) == "0.2.0 ("* ]]
    [ "$(cat "$MACHINE/$STATE_IN/monopoly-1.sqlite")" = "a game" ]
    copy=$(find "$MACHINE/$STATE_IN/before-updates" -name 'before-0.2.0-000001.tar.gz')
    [ "$(tar -xzOf "$copy" ./monopoly-1.sqlite)" = "a game" ]
    stop=$(grep -n "systemctl stop" "$MACHINE/.log" | cut -d: -f1)
    start=$(grep -n "systemctl restart tabletop-companion" "$MACHINE/.log" | cut -d: -f1)
    [ "$stop" -lt "$start" ]
    did_not "pip install" # the same packages: nothing to fetch
    on_setup update --here --yes
    said "Already up to date: 0.2.0 ("
}

@test "three copies are kept, and the last two versions" {
    for version in 0.2.0 0.3.0 0.4.0 0.5.0; do
        set_version "$version"
        on_setup install --yes
        [ "$status" = 0 ]
    done
    [ "$(ls "$MACHINE/$STATE_IN/before-updates")" = $'before-0.3.0-000002.tar.gz\nbefore-0.4.0-000003.tar.gz\nbefore-0.5.0-000004.tar.gz' ]
    [ "$(find "$MACHINE/opt/tabletop-companion/releases" -mindepth 1 -maxdepth 1 | wc -l)" = 2 ]
}

@test "an older program over a newer one is refused, and allowed when asked for" {
    set_version 0.0.9
    on_setup install --yes
    [ "$status" = 1 ]
    said "version 0.1.0 is installed, and this copy is 0.0.9"
    said "git pull"
    [[ $(installed) == "0.1.0 ("* ]]
    on_setup install --yes --downgrade
    [ "$status" = 0 ]
    [[ $(installed) == "0.0.9 ("* ]]
    [ -e "$MACHINE/$STATE_IN/before-updates/before-0.0.9-000001.tar.gz" ]
}

@test "a new version that does not start gives way to the one before" {
    set_version 0.2.0
    mkdir "$MACHINE/.real"
    mv "$MACHINE/bin/systemctl" "$MACHINE/.real/systemctl"
    cat >"$MACHINE/bin/systemctl" <<SCRIPT
#!/bin/sh
case "\$*" in "restart tabletop-companion") ! grep -q "^0.2.0" "$MACHINE/opt/tabletop-companion/current/version" || exit 1 ;; esac
exec "$MACHINE/.real/systemctl" "\$@"
SCRIPT
    chmod +x "$MACHINE/bin/systemctl"
    on_setup install --yes
    [ "$status" = 1 ]
    said "0.2.0 does not start"
    said "0.1.0 ("
    said "runs again"
    [[ $(installed) == "0.1.0 ("* ]]
}

@test "games that cannot be copied stop the update, and the table runs on" {
    set_version 0.2.0
    FAIL="sync *before-updates*" on_setup update --here --yes
    [ "$status" = 1 ]
    said "the games could not be copied, so nothing was updated"
    did "systemctl start tabletop-companion"
    [[ $(installed) == "0.1.0 ("* ]]
    [ -z "$(ls "$MACHINE/$STATE_IN/before-updates")" ]
}

@test "a cut during an update leaves the old version or the new one, and the games" {
    for call in "systemctl stop*" "sync *before-updates*" "systemctl restart tabletop*"; do
        set_version "0.$((++number + 1)).0"
        CUT=$call on_setup install --yes
        [ "$status" != 0 ]
        [ -e "$MACHINE/opt/tabletop-companion/current/bin/companion" ]
        [ "$(cat "$MACHINE/$STATE_IN/monopoly-1.sqlite")" = "a game" ]
        on_setup install --yes
        [ "$status" = 0 ]
        [[ $(installed) == "0.$((number + 1)).0 ("* ]]
    done
    [ -z "$(find "$MACHINE" -name '*.new')" ]
}

@test "an update fetches the newest version and lets it do the rest" {
    mkdir "$COPY/.git"
    on_setup update --yes
    [ "$status" = 0 ]
    did "git pull --ff-only --quiet"
    said "Already up to date"
    FAIL="git pull*" on_setup update --yes
    [ "$status" = 0 ]
    said "It could not be fetched (no internet, or changes of your own here): installing what lies here."
}

@test "an update of nothing says how to install" {
    rm -r "$MACHINE/opt/tabletop-companion"
    on_setup update
    [ "$status" = 1 ]
    said "nothing is installed here yet"
    said "./setup.sh install"
}

@test "another port is taken over into table, network name and last words" {
    on_setup install --yes --port 8080
    [ "$status" = 0 ]
    said "http://192.168.1.20:8080/"
    grep -q '<port>8080</port>' "$MACHINE/etc/avahi/services/tabletop-companion.service"
    did "systemctl restart tabletop-companion"
}

@test "uninstall takes everything away but the games" {
    on_setup uninstall --yes
    [ "$status" = 0 ]
    said "Games and tags are still in"
    [ "$(cat "$MACHINE/$STATE_IN/monopoly-1.sqlite")" = "a game" ]
    left=$(cd "$MACHINE" && find opt etc usr boot run -type f)
    [ "$left" = $'etc/os-release\nusr/lib/python3/dist-packages/spidev.so\nboot/firmware/config.txt\nrun/lock/tabletop-companion-setup' ]
    cmp "$MACHINE/boot/firmware/config.txt" "$BATS_FILE_TMPDIR/config.txt"
    did "systemctl disable --quiet --now tabletop-companion"
    grep -qx tabletop "$MACHINE/.users"
    on_setup uninstall
    said "Nothing is installed."
    on_setup install --yes
    [ "$status" = 0 ]
    [ "$(cat "$MACHINE/$STATE_IN/monopoly-1.sqlite")" = "a game" ]
}

@test "uninstall --purge takes the games too, and only when it is meant" {
    on_setup uninstall --purge
    [ "$status" = 1 ]
    said "nothing was removed"
    [ -e "$MACHINE/$STATE_IN/monopoly-1.sqlite" ]
    on_setup uninstall --purge --yes
    [ "$status" = 0 ]
    [ ! -e "$MACHINE/$STATE_IN" ]
    lacks tabletop "$MACHINE/.users"
}

@test "uninstall that is cut goes on at the next run" {
    CUT="systemctl daemon-reload" on_setup uninstall --yes
    [ "$status" != 0 ]
    on_setup uninstall --yes
    [ "$status" = 0 ]
    [ ! -e "$MACHINE/opt/tabletop-companion" ]
    [ ! -e "$MACHINE/etc/systemd/system/tabletop-companion.service" ]
}

@test "the doctor says what runs, and what to do about what does not" {
    on_setup doctor
    [ "$status" = 0 ]
    said "Version     0.1.0 ("
    said "Service     runs"
    said "SPI         on"
    : >"$MACHINE/.services"
    rm "$MACHINE/dev/spidev0.0"
    on_setup doctor
    said "journalctl -u tabletop-companion"
    said "SPI         missing. Restart the Pi"
}
