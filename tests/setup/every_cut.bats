#!/usr/bin/env bats
# The power goes at each single call of the first installation. Minutes: part of the long runs, not of the suite.

load machine

setup_file() { prepare; }

@test "a cut at any call leaves nothing that the next run cannot finish" {
    new_machine whole
    on_setup install --yes --readers 1
    whole=$(picture)
    calls=$(wc -l <"$MACHINE/.log")
    # The calls after the last change only look.
    last=$(grep -n "restart tabletop-companion" "$MACHINE/.log" | tail -1 | cut -d: -f1)
    for ((cut = 1; cut <= last; cut++)); do
        new_machine "cut-$cut"
        CUT=$cut on_setup install --yes --readers 1
        [ "$status" != 0 ]
        on_setup install --yes --readers 1
        [ "$status" = 0 ]
        [ "$(picture)" = "$whole" ] || { echo "cut at $cut of $calls" >&2; diff <(echo "$whole") <(picture) >&2; false; }
        rm -r "$MACHINE" "$COPY"
    done
}
