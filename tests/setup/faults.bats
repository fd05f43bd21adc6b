#!/usr/bin/env bats
# ./setup.sh install when something is wrong: what it says, and how the next run goes on.

load machine

setup_file() { prepare; }
setup() { new_machine pi; }

@test "a Pi without config.txt says how to switch SPI on" {
    rm "$MACHINE/boot/firmware/config.txt"
    on_setup install --yes
    [ "$status" = 1 ]
    said "there is no config.txt"
    said "sudo raspi-config"
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
    said "prot: unknown key"
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
sync *.service.new|tabletop-companion.service could not be written
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
