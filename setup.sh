#!/usr/bin/env bash
# The one door: sets up what a command needs, then does it. Safe to run again at any time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

VENV=.venv
PYTHON=${PYTHON:-}
# Its metadata asks for packages that compile C for a Pi; on its own it is plain Python.
READER_PACKAGE=mfrc522==0.0.7
# One list of what the tests need from Debian.
TEST_PACKAGES=(chromium openscad xvfb xauth graphviz shellcheck bats systemd network-manager)

usage() {
    cat <<'TEXT'
./setup.sh COMMAND

  run [--port N] [--host ADDRESS] [--data DIR] [--simulate] [--no-browser]
              set up and start the table; no hardware needed
  test [...]  set up and run every test (further words go to pytest)
  setup       set up everything, test tools included, and end
  check       ruff, format, mypy --strict, import rule, generated files
  bench [--long]
              figures of this machine: ratios and medians
  install, update, uninstall, doctor, hotspot, tower
              as a service of a Raspberry Pi or any Debian: ./setup.sh install --help
TEXT
}

say() { printf '%s\n' "$*" >&2; }
die() { say "setup.sh: $*"; exit 1; }

find_python() {
    local candidate
    for candidate in "$PYTHON" python3 python3.13 python3.12 python3.11; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    die "Python 3.11 or newer is needed. On Debian: sudo apt install python3 python3-venv"
}

# Install what is missing, once for each state of pyproject.toml: $1 is the name of the set.
install_set() {
    local set=$1 extras=$2 stamp="$VENV/.installed-$1" wanted
    wanted=$(cksum pyproject.toml setup.sh | tr '\n' ' ')
    [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
    if [ ! -x "$VENV/bin/python" ]; then
        say "Making $VENV ..."
        "$(find_python)" -m venv "$VENV" ||
            die "no virtual environment could be made. On Debian: sudo apt install python3-venv"
    fi
    say "Installing ($set) ..."
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check -e ".$extras" ||
        die "the packages could not be installed. Is there internet? Run it again: it goes on where it stopped"
    "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$READER_PACKAGE" ||
        die "mfrc522 could not be installed. Is there internet?"
    printf '%s' "$wanted" >"$stamp"
}

set_up_run() {
    if [ -f "$VENV/.installed-test" ]; then
        install_set test "[test,odds]"
    else
        install_set run ""
    fi
}

set_up_test() {
    install_set test "[test,odds]"
    install_debian
    install_from_npm
}

install_debian() {
    local missing=() package sudo=""
    for package in "${TEST_PACKAGES[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing+=("$package")
    done
    # Whoever has npm from elsewhere keeps it.
    command -v npm >/dev/null || missing+=(nodejs npm)
    [ "${#missing[@]}" -gt 0 ] || return 0
    command -v apt-get >/dev/null || die "these are needed for the tests: ${missing[*]}"
    [ "$(id -u)" = 0 ] || sudo=sudo
    say "Installing from Debian: ${missing[*]} ..."
    $sudo apt-get update -qq || say "apt-get update failed; trying with the lists that are here"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >/dev/null || die "these could not be installed: ${missing[*]}"
    # The tests use its nmcli alone; this machine's network stays with whoever had it.
    case " ${missing[*]} " in
        *" network-manager "*) $sudo systemctl disable --now NetworkManager >/dev/null 2>&1 || true ;;
    esac
}

# From npm, for tests alone: axe-core judges the pages, and a MicroPython where there is no wheel of one runs
# the tower. All in one call: npm takes away what an earlier one brought.
install_from_npm() {
    local wanted=(axe-core@4.14.1) one lacking=0
    "$VENV/bin/python" -c 'import micropython_unix' 2>/dev/null ||
        wanted+=(@micropython/micropython-webassembly-pyscript@1.27.0)
    for one in "${wanted[@]}"; do
        grep -qs "\"version\": \"${one##*@}\"" "node_modules/${one%@*}/package.json" || lacking=1
    done
    [ "$lacking" = 1 ] || return 0
    command -v npm >/dev/null || die "the tests need npm for ${wanted[*]}. On Debian: sudo apt install nodejs npm"
    say "Installing from npm: ${wanted[*]} ..."
    npm install --silent --no-save --no-package-lock --prefix . "${wanted[@]}" ||
        die "these could not be installed: ${wanted[*]}. Is there internet?"
}


run() {
    set_up_run
    exec "$VENV/bin/companion" run "$@"
}

run_tests() {
    set_up_test
    # The whole suite in two halves side by side: whatever drives a browser, and the rest. Chosen tests run in one.
    [ $# -gt 0 ] || set -- -n 2 --dist loadgroup --no-loadscope-reorder
    exec "$VENV/bin/python" -m pytest "$@"
}

check() {
    install_set test "[test,odds]"
    "$VENV/bin/ruff" check .
    "$VENV/bin/ruff" format --check .
    "$VENV/bin/mypy"
    "$VENV/bin/python" -m pytest -q tests/test_imports.py
    "$VENV/bin/python" firmware/generate.py --check
    "$VENV/bin/python" hardware/generate.py --check
}

bench() {
    install_set test "[test,odds]"
    exec "$VENV/bin/python" -m tests.benchmarks "$@"
}

main() {
    local command=${1:-}
    [ $# -eq 0 ] || shift
    case "$command" in
        run) run "$@" ;;
        test) run_tests "$@" ;;
        setup) set_up_test && say "Everything is set up." ;;
        check) check ;;
        bench) bench "$@" ;;
        install | update | uninstall | doctor | hotspot | tower)
            source setup/install.sh
            COMMAND=$command
            "machine_$command" "$@"
            ;;
        "" | -h | --help | help) usage ;;
        *) usage >&2; die "no such command: $command" ;;
    esac
}

main "$@"
