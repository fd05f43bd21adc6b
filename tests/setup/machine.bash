# shellcheck shell=bash disable=SC2154 # bats sets output and status
# A folder that stands for a Raspberry Pi, and a small copy of the program to install on it.

REPOSITORY=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
STUB=$REPOSITORY/tests/setup/stub
REAL_PYTHON=$(PATH=/usr/bin:$PATH command -v python3)
REAL_NMCLI=$(PATH=/usr/bin:/usr/sbin:/bin command -v nmcli || true)
export STUB REAL_PYTHON REAL_NMCLI

COMMANDS=(apt-get chown df dpkg dpkg-query findmnt getent git id journalctl modprobe mount nmcli python3
    raspi-config runuser ss sudo sync udevadm umount useradd userdel usermod)

# What setup.sh needs of the program, and a Pi Zero 2 W on its first evening: taken once for all tests of a file.
prepare() {
    local copy=$BATS_FILE_TMPDIR/copy machine=$BATS_FILE_TMPDIR/machine empty
    mkdir -p "$copy"/companion/{core,devices} "$machine"/{bin,dev,etc/NetworkManager/system-connections,boot/firmware,opt,proc/device-tree,run/systemd/system,sys/class/net/wlan0,usr/lib/python3/dist-packages,var/lib}
    cp "$REPOSITORY"/companion/{__init__,config,addresses}.py "$copy/companion/"
    cp "$REPOSITORY"/companion/core/{__init__,message,refusal}.py "$copy/companion/core/"
    cp "$REPOSITORY/companion/devices/pins.py" "$copy/companion/devices/"
    : >"$copy/companion/devices/__init__.py"
    cp -r "$REPOSITORY"/{firmware,setup,setup.sh,pyproject.toml,README.md,LICENSE} "$copy/"
    find "$copy" -name __pycache__ -prune -exec rm -r {} +
    printf 'PRETTY_NAME="Raspberry Pi OS"\nID=raspbian\nID_LIKE=debian\n' >"$machine/etc/os-release"
    printf 'Raspberry Pi Zero 2 W Rev 1.0\0' >"$machine/proc/device-tree/model"
    printf '# For more options see the documentation\n#dtparam=spi=on\ncamera_auto_detect=1\n\n[cm4]\notg_mode=1\n' >"$machine/boot/firmware/config.txt"
    echo 0 >"$machine/.uid"
    echo 9000 >"$machine/.free"
    echo DE >"$machine/.country"
    for empty in ports debian half users groups services log; do : >"$machine/.$empty"; done
    ln -s "$STUB" "$machine/bin/systemctl"
    (cd "$machine/bin" && for empty in "${COMMANDS[@]}"; do ln -s "$STUB" "$empty"; done)
}

# new_machine NAME: one of them, and $COPY beside it.
new_machine() {
    MACHINE=$BATS_TEST_TMPDIR/$1
    COPY=$MACHINE-copy
    export MACHINE
    unset FAIL CUT
    cp -r "$BATS_FILE_TMPDIR/machine" "$MACHINE"
    cp -r "$BATS_FILE_TMPDIR/copy" "$COPY"
}

set_version() { sed -i "s/^__version__ = .*/__version__ = \"$1\"/" "$COPY/companion/__init__.py"; }

# setup WORD...: ./setup.sh on the machine, in a process group of its own so that the power can be cut.
setup_sh() { (cd "$COPY" && PATH=$MACHINE/bin:$PATH TABLETOP_ROOT=$MACHINE setsid --wait ./setup.sh "$@" </dev/null 2>&1); }

on_setup() { run setup_sh "$@"; }

# All that lies on the machine: names, rights, contents. Two machines that were set up alike are alike.
picture() {
    (
        cd "$MACHINE" || exit
        find . -path ./bin -prune -o -path ./run/lock -prune -o -name .log -prune -o -name '*.pyc' -prune -o -printf '%p %y %m %l\n' |
            sed "s|$MACHINE||g" | grep -v __pycache__ | sort
        find . -path ./bin -prune -o -path ./run/lock -prune -o -name .log -prune -o -name '*.pyc' -prune -o -name python -prune -o -type f -print |
            sort | xargs -d '\n' cat | sed "s|$MACHINE||g" | sha256sum
    )
}

said() { [[ $output == *"$1"* ]] || { printf 'expected: %s\nfound: %s\n' "$1" "$output" >&2; return 1; }; }
not_said() { [[ $output != *"$1"* ]] || { printf 'not expected: %s\nfound: %s\n' "$1" "$output" >&2; return 1; }; }
did() { grep -qF -- "$1" "$MACHINE/.log" || { printf 'expected: %s\ndone: %s\n' "$1" "$(cat "$MACHINE/.log")" >&2; return 1; }; }
did_not() { ! grep -qF -- "$1" "$MACHINE/.log" || { echo "not expected: $1" >&2; return 1; }; }
forget() { : >"$MACHINE/.log"; }
installed() { cat "$MACHINE/opt/tabletop-companion/current/version"; }
lacks() { if grep -q -- "$1" "$2"; then echo "not expected in $2: $1" >&2 && return 1; fi; }
