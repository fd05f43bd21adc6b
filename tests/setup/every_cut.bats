#!/usr/bin/env bats
# Each single call of the first installation fails, or is cut. Minutes: part of the long runs, not of the suite.

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

@test "a step that fails says what to do, and the next run goes on to the same end" {
    new_machine whole
    on_setup install --yes --readers 1
    whole=$(picture)
    while IFS='|' read -r call sentence; do
        new_machine "failing-$((++number))"
        FAIL=$call on_setup install --yes --readers 1
        [ "$status" = 1 ] || { echo "did not fail: $call" >&2; false; }
        said "$sentence"
        said "Then run ./setup.sh install again: it goes on from there."
        on_setup install --yes --readers 1
        [ "$status" = 0 ]
        [ "$(picture)" = "$whole" ] || { diff <(echo "$whole") <(picture) >&2; false; }
    done <<'ROWS'
useradd*|the user tabletop could not be made
chown*|could not be given to tabletop
python3 -m venv*|no Python environment could be made
*pip*mfrc522*|the packages for readers and pins could not be fetched
*pip*gpiozero*|the packages for readers and pins could not be fetched
sync *.service.new|could not be written
systemctl enable*|the service could not be enabled
systemctl daemon-reload|Stopped at step 12 of 13
ROWS
}
