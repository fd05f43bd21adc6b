# shellcheck shell=bash
# A Wi-Fi of the Pi's own, for tables without one. Never by itself: the banker switches it on and off.

HOTSPOT=tabletop-hotspot
HOTSPOT_ADDRESS=10.42.0.1

hotspot_file() { echo "$ROOT/etc/NetworkManager/system-connections/$HOTSPOT.nmconnection"; }

# Twelve letters and digits that cannot be taken for one another: about 59 bits.
random_key() { LC_ALL=C tr -dc 'a-km-np-z2-9' </dev/urandom | head -c 12 || true; }

# hotspot_profile NAME KEY: the profile, as NetworkManager keeps it; no daemon is needed for it.
hotspot_profile() {
    nmcli --offline connection add type wifi con-name "$HOTSPOT" ifname wlan0 autoconnect no ssid "$1" \
        802-11-wireless.mode ap 802-11-wireless.band bg \
        802-11-wireless-security.key-mgmt wpa-psk 802-11-wireless-security.proto rsn \
        802-11-wireless-security.pairwise ccmp 802-11-wireless-security.group ccmp 802-11-wireless-security.psk "$2" \
        ipv4.method shared ipv4.addresses "$HOTSPOT_ADDRESS/24" ipv6.method disabled
}

hotspot_value() { sed -n "s/^$1=//p" "$(hotspot_file)"; }

machine_hotspot() {
    local what=on country=""
    case "${1:-}" in on | off | show | remove) what=$1 && shift ;; esac
    if [ "${1:-}" = --country ]; then
        [[ ${2:-} =~ ^[A-Z][A-Z]$ ]] || fail "--country: expected two capital letters, found ${2:-nothing}" "DE, GB, US, ..."
        country=$2
        shift 2
    fi
    read_options "$@"
    ARGUMENTS=("$what" ${country:+--country "$country"} "${ARGUMENTS[@]}")
    need_root
    case "$what" in
        on) hotspot_on "$country" ;;
        off)
            change nmcli --wait 20 connection down "$HOTSPOT" || fail "the hotspot is not on" "nmcli device"
            say "The hotspot is off. The Pi goes back to a Wi-Fi that it knows, if one is near."
            ;;
        show)
            [ -e "$(hotspot_file)" ] || fail "there is no hotspot yet" "./setup.sh hotspot"
            hotspot_show
            ;;
        remove)
            [ -e "$(hotspot_file)" ] || { say "There is none."; return 0; }
            change hotspot_remove
            say "The hotspot is removed; the next one gets a new key."
            ;;
    esac
}

hotspot_on() {
    local country=$1
    fetch_debian network-manager dnsmasq-base
    [ "$DRY" = 1 ] || nmcli -t -f RUNNING general 2>/dev/null | grep -qx running ||
        fail "NetworkManager does not run here" "on Raspberry Pi OS: sudo raspi-config, Advanced, Network Config, NetworkManager"
    [ -d "$ROOT/sys/class/net/wlan0" ] ||
        fail "there is no Wi-Fi (wlan0)" "this machine has none, or it is switched off: nmcli device"
    set_country "$country"
    if [ ! -e "$(hotspot_file)" ]; then
        make_hotspot
    fi
    # Before the switch: an ssh over the Wi-Fi that the Pi leaves will not show it afterwards.
    [ "$DRY" = 1 ] || hotspot_show
    say ""
    say "The Pi leaves the Wi-Fi it is in: an ssh over that Wi-Fi ends now, and there is no internet until"
    say "./setup.sh hotspot off (or a restart)."
    ask "Switch the hotspot on? [Y/n]" yes || { say "It stays off."; return 0; }
    change nmcli --wait 30 connection up "$HOTSPOT" ||
        fail "the Wi-Fi refused to be a hotspot" "journalctl -u NetworkManager -n 20; often the country is missing: ./setup.sh hotspot --country DE"
    say "The hotspot is on."
}

# Without its country a Pi keeps the radio off.
set_country() {
    is_pi && command -v raspi-config >/dev/null || return 0
    if [ -n "$1" ]; then
        change raspi-config nonint do_wifi_country "$1" || fail "the country $1 was refused" "two letters of the list in raspi-config, Localisation"
    elif [ -z "$(raspi-config nonint get_wifi_country 2>/dev/null)" ]; then
        fail "the Pi does not know in which country it is, and keeps its radio off" "./setup.sh hotspot --country DE (your own two letters)"
    fi
}

make_hotspot() {
    local key name profile
    key=$(random_key)
    name="Tabletop $(random_key | head -c 3 | tr '[:lower:]' '[:upper:]')"
    profile=$(hotspot_profile "$name" "$key") || fail "NetworkManager could not write the profile" "its version is too old (1.36 is needed): nmcli --version"
    put "$(hotspot_file)" 0600 <<<"$profile" || true
    [ "$DRY" = 1 ] || nmcli connection load "$(hotspot_file)" >/dev/null || true
}

hotspot_remove() {
    nmcli connection down "$HOTSPOT" >/dev/null 2>&1 || true
    nmcli connection delete "$HOTSPOT" >/dev/null 2>&1 || true
    rm -f "$(hotspot_file)"
}

hotspot_show() {
    local name key port suffix="" python=$OPT/current/bin/python
    name=$(hotspot_value ssid)
    key=$(hotspot_value psk)
    port=$(table_port)
    [ "$port" = 80 ] || suffix=":$port"
    [ -x "$python" ] || python=$VENV/bin/python
    say ""
    say "1. Into the Wi-Fi \"$name\", key $key:"
    [ ! -x "$python" ] || "$python" setup/codes.py wifi "$name" "$key" >&2
    say "   The phone will say that there is no internet here: stay connected."
    say "2. To the table, http://$HOTSPOT_ADDRESS$suffix/:"
    [ ! -x "$python" ] || "$python" setup/codes.py url "http://$HOTSPOT_ADDRESS$suffix/" >&2
    say "A small Pi carries about 7 to 10 phones in its own Wi-Fi. More people: share phones, or bring a router."
}
