#!/usr/bin/env bats
# ./setup.sh hotspot: the profile is NetworkManager's own work, nothing is switched unasked.

load machine

PROFILE_IN=etc/NetworkManager/system-connections/tabletop-hotspot.nmconnection

setup_file() { prepare; }

setup() {
    new_machine pi
    mkdir -p "$COPY/.venv/bin"
    ln -s "$STUB" "$COPY/.venv/bin/python"
}

value() { sed -n "s/^$1=//p" "$MACHINE/$PROFILE_IN"; }

@test "the profile is the one that was looked at, but for name, key and id" {
    on_setup hotspot --yes
    [ "$status" = 0 ]
    [ "$(stat -c %a "$MACHINE/$PROFILE_IN")" = 600 ]
    found=$(sed 's/^uuid=.*/uuid=ID/; s/^ssid=.*/ssid=NAME/; s/^psk=.*/psk=KEY/' "$MACHINE/$PROFILE_IN")
    diff "$REPOSITORY/tests/setup/hotspot.golden" <(echo "$found")
}

@test "name and key are this machine's own, and stay" {
    on_setup hotspot --yes
    name=$(value ssid) key=$(value psk)
    [[ $name =~ ^Tabletop\ [A-Z2-9]{3}$ ]]
    [[ $key =~ ^[a-km-np-z2-9]{12}$ ]]
    on_setup hotspot --yes
    [ "$(value ssid)/$(value psk)" = "$name/$key" ]
    new_machine another
    on_setup hotspot --yes
    [ "$(value psk)" != "$key" ]
}

@test "the way into the Wi-Fi is shown before the way to the table, and before the switch" {
    on_setup hotspot --yes
    said "QR wifi $(value ssid) $(value psk)"
    said "QR url http://10.42.0.1/"
    [[ $output == *"QR wifi"*"stay connected"*"QR url"*"7 to 10 phones"*"The hotspot is on."* ]]
    did "nmcli --wait 30 connection up tabletop-hotspot"
    did "network-manager dnsmasq-base"
}

@test "the hotspot never switches itself on" {
    on_setup hotspot --yes
    [ "$(value autoconnect)" = false ]
    new_machine another
    on_setup install --yes
    [ ! -e "$MACHINE/$PROFILE_IN" ]
    did_not "connection up"
}

@test "off, show and remove" {
    on_setup hotspot show
    [ "$status" = 1 ]
    said "there is no hotspot yet"
    on_setup hotspot --yes
    on_setup hotspot show
    said "QR wifi"
    on_setup hotspot off
    [ "$status" = 0 ]
    did "connection down tabletop-hotspot"
    on_setup hotspot remove
    [ "$status" = 0 ]
    [ ! -e "$MACHINE/$PROFILE_IN" ]
}

@test "what is missing is named with what to do" {
    : >"$MACHINE/.country"
    on_setup hotspot --yes
    [ "$status" = 1 ]
    said "in which country it is"
    said "./setup.sh hotspot --country DE"
    on_setup hotspot --country Germany
    said "--country: expected two capital letters, found Germany"
    on_setup hotspot --country DE --yes
    [ "$status" = 0 ]
    rm -r "$MACHINE/sys/class/net/wlan0"
    on_setup hotspot --yes
    [ "$status" = 1 ]
    said "there is no Wi-Fi (wlan0)"
    FAIL="nmcli *RUNNING*" on_setup hotspot --yes
    said "NetworkManager does not run here"
}

@test "a radio that refuses says where to look" {
    FAIL="nmcli *connection up*" on_setup hotspot --yes
    [ "$status" = 1 ]
    said "the Wi-Fi refused to be a hotspot"
    said "journalctl -u NetworkManager"
}

@test "a dry run writes no profile and switches nothing" {
    on_setup hotspot --dry-run
    [ "$status" = 0 ]
    said "would write"
    said "would do: nmcli --wait 30 connection up"
    [ ! -e "$MACHINE/$PROFILE_IN" ]
    did_not "connection up"
}
