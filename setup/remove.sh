# shellcheck shell=bash
# The steps of ./setup.sh uninstall: everything that install made goes, the games stay unless --purge.

machine_uninstall() {
    read_options "$@"
    need_root
    lock
    if [ ! -e "$OPT" ] && [ ! -e "$UNIT" ] && { [ "$PURGE" = 0 ] || [ ! -e "$STATE" ]; }; then
        say "Nothing is installed."
        return 0
    fi
    if [ "$PURGE" = 1 ] && [ "$DRY" = 0 ] && ! ask "Remove all games and tags too? They cannot be brought back. [y/N]" "$([ "$YES" = 1 ] && echo yes || echo no)"; then
        fail "nothing was removed" "without --purge the games stay; with --purge --yes nothing is asked"
    fi
    walk off traces bus folders games
    if [ "$DRY" = 1 ]; then
        say "Nothing was changed: this was a dry run."
    elif [ "$PURGE" = 1 ]; then
        say "Removed, games and tags too."
    else
        say "Removed. Games and tags are still in $STATE; ./setup.sh install goes on with them."
    fi
}

step_off() {
    [ -e "$UNIT" ] || { note "there is none"; return 0; }
    if runs_systemd; then
        change systemctl disable --quiet --now "$NAME"
    else
        change systemctl disable --quiet "$NAME"
    fi
}

step_traces() {
    local file
    for file in "$UNIT" "$ROOT/etc/udev/rules.d/60-tabletop-tower.rules" "$ROOT/etc/avahi/services/$NAME.service" \
        "$ROOT/usr/local/bin/companion" "$ROOT/etc/modules-load.d/$NAME.conf" \
        "$ROOT/etc/systemd/journald.conf.d/$NAME.conf"; do
        [ ! -e "$file" ] || change rm -f "$file"
    done
    [ ! -e "$(hotspot_file)" ] || change hotspot_remove
    if runs_systemd && [ "$DRY" = 0 ]; then systemctl daemon-reload; fi
}

step_bus() {
    local file
    file=$(config_txt || true)
    if [ -z "$file" ] || ! grep -qx "$BLOCK_BEGIN" "$file"; then
        note "as it was"
        return 0
    fi
    put "$file" 0755 <<<"$(without_our_block "$file")" || true
    note "off from the next start, unless another line of $file switches it on"
    [ "$DRY" = 1 ] || rm -f "$file.before-$NAME" "$ROOT/run/$NAME-restart"
}

step_folders() {
    [ ! -e "$OPT" ] || change rm -rf "$OPT"
}

step_games() {
    if [ "$PURGE" = 0 ]; then
        note "kept in $STATE, with their user $OWNER"
        return 0
    fi
    [ ! -e "$STATE" ] || change rm -rf "$STATE"
    ! getent passwd "$OWNER" >/dev/null || change userdel "$OWNER"
}
