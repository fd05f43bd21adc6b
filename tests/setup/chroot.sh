#!/bin/bash
# Install, install again, update and uninstall on a real Debian in a folder: ./tests/setup/chroot.sh [SUITE] [FOLDER]
# Root, some minutes and internet. Packages come from where this machine takes its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

SUITE=${1:-$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)}
WHERE=${2:-$(mktemp -d)}
DEBIAN=$WHERE/debian-$SUITE
mkdir -p "$WHERE"

say() { printf '%s\n' "== $*" >&2; }
die() {
    say "$*"
    exit 1
}
[ "$(id -u)" = 0 ] || die "this needs root: sudo $0"
command -v debootstrap >/dev/null || die "this needs debootstrap: sudo apt-get install debootstrap"

# The first mirror of this machine's own lists, in either of apt's two formats.
mirror() {
    cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed -n 's/^URIs: *\([^ ]*\).*/\1/p' | head -1
    sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*\).*/\2/p' /etc/apt/sources.list 2>/dev/null | head -1 || true
}

inside() { chroot "$DEBIAN" /usr/bin/env -i HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"; }
setup() { inside sh -c 'cd /root/copy && ./setup.sh "$@" </dev/null 2>&1' sh "$@" | tee "$WHERE/said"; }
said() { grep -qF -- "$1" "$WHERE/said" || die "expected: $1"; }
there() { inside test -e "$1" || die "expected to be there: $1"; }
gone() { ! inside test -e "$1" || die "expected to be gone: $1"; }

clean() {
    if mountpoint -q "$DEBIAN/proc"; then umount "$DEBIAN/proc"; fi
    if [ -z "${KEEP:-}" ]; then rm -rf --one-file-system "$DEBIAN" "$WHERE/said" "$WHERE/debootstrap.log"; fi
    rmdir "$WHERE" 2>/dev/null || true
}
trap clean EXIT

from=$(mirror 2>/dev/null | head -1)
[ -n "$from" ] || die "no mirror in /etc/apt"
say "$SUITE into $DEBIAN"
begun=$SECONDS
[ -x "$DEBIAN/usr/bin/apt-get" ] ||
    debootstrap --variant=minbase --include=systemd,ca-certificates "$SUITE" "$DEBIAN" "$from" >"$WHERE/debootstrap.log" ||
    die "debootstrap failed: $(tail -3 "$WHERE/debootstrap.log")"
say "debootstrap: $((SECONDS - begun)) s"
mountpoint -q "$DEBIAN/proc" || mount -t proc proc "$DEBIAN/proc"
# Services are not started in a folder.
printf '#!/bin/sh\nexit 101\n' >"$DEBIAN/usr/sbin/policy-rc.d"
chmod +x "$DEBIAN/usr/sbin/policy-rc.d"
# The way out is this machine's own: name service, proxy of apt, certificates, pip's settings.
cp -L /etc/resolv.conf "$DEBIAN/etc/resolv.conf"
cp /etc/hosts "$DEBIAN/etc/hosts"
[ ! -d /etc/apt/apt.conf.d ] || cp /etc/apt/apt.conf.d/*prox* "$DEBIAN/etc/apt/apt.conf.d/" 2>/dev/null || true
cp /etc/ssl/certs/ca-certificates.crt "$DEBIAN/etc/ssl/certs/ca-certificates.crt"
python3 -m pip config list 2>/dev/null |
    sed -n "s/^[^.]*\.\(cert\|index-url\|proxy\|default-timeout\|trusted-host\)='\(.*\)'/\1 = \2/p" |
    awk 'BEGIN { print "[global]" } !seen[$1]++' >"$DEBIAN/etc/pip.conf"

rm -rf "$DEBIAN/root/copy"
mkdir -p "$DEBIAN/root/copy"
tar -cf - --exclude=__pycache__ companion firmware setup setup.sh pyproject.toml README.md LICENSE | tar -xf - -C "$DEBIAN/root/copy"

[ ! -e "$DEBIAN/opt/tabletop-companion" ] || setup uninstall --purge --yes >/dev/null # of a run before, with KEEP

say "first run"
begun=$SECONDS
setup install --yes --port 8080
said "Installed: "
first=$((SECONDS - begun))
there /opt/tabletop-companion/current/bin/companion
there /etc/systemd/system/multi-user.target.wants/tabletop-companion.service
inside getent passwd tabletop >/dev/null || die "no user"
[ "$(stat -c %a "$DEBIAN/var/lib/tabletop-companion")" = 700 ] || die "the games can be read by others"
[ -z "$(inside find /opt/tabletop-companion ! -user root -print -quit)" ] || die "the program is not root's alone"
[ -z "$(inside find /opt/tabletop-companion -perm /022 ! -type l -print -quit)" ] || die "others may write the program"

say "it serves, as the user of the service"
inside sh -c 'companion run --port 8080 --host 127.0.0.1 --no-browser >/tmp/said 2>&1 & echo $! >/tmp/pid'
python3 - <<'PYTHON' || die "no answer: $(cat "$DEBIAN/tmp/said")"
import time, urllib.request
for _ in range(100):
    try:
        assert urllib.request.urlopen("http://127.0.0.1:8080/healthz", timeout=5).status == 200
        break
    except OSError:
        time.sleep(0.2)
else:
    raise SystemExit(1)
PYTHON
# shellcheck disable=SC2016 # meant for the shell inside
inside sh -c 'kill "$(cat /tmp/pid)" 2>/dev/null; for i in $(seq 50); do kill -0 "$(cat /tmp/pid)" 2>/dev/null || exit 0; sleep 0.2; done; exit 1' || die "it does not stop"
[ "$(stat -c '%a %U' "$DEBIAN/var/lib/tabletop-companion/secret")" = "600 $(stat -c %U "$DEBIAN/var/lib/tabletop-companion")" ] || die "the key can be read by others"
key=$(sha256sum <"$DEBIAN/var/lib/tabletop-companion/secret")

say "second run"
begun=$SECONDS
setup install --yes
said "Already up to date"
second=$((SECONDS - begun))

say "update"
sed -i 's/^__version__ = .*/__version__ = "9.0.0"/' "$DEBIAN/root/copy/companion/__init__.py"
begun=$SECONDS
setup update --here --yes
said " to 9.0.0 ("
update=$((SECONDS - begun))
[ "$(sha256sum <"$DEBIAN/var/lib/tabletop-companion/secret")" = "$key" ] || die "the key has changed"

say "uninstall"
setup uninstall --yes
there /var/lib/tabletop-companion/secret
gone /opt/tabletop-companion
gone /etc/systemd/system/tabletop-companion.service
gone /etc/systemd/system/multi-user.target.wants/tabletop-companion.service
setup uninstall --purge --yes
gone /var/lib/tabletop-companion
! inside getent passwd tabletop >/dev/null || die "the user is still there"
say "$SUITE: all well. First run $first s, second $second s, update $update s"
