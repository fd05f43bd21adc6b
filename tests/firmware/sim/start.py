"""Power for the tower in the VM: main.py as it is, with a random source that a test can break.

Arguments: milliseconds of a heartbeat, or `selftest` and the number of rolls.
"""

import sys

import machine
import main
import protocol
import selftest

if sys.argv[1] == "selftest":
    selftest.PRESS_MS = 1000
    selftest.LOOK_MS = 10
    selftest.run(machine.raw, int(sys.argv[2]))
else:
    protocol.HEARTBEAT_MS = int(sys.argv[1])
    main.RETRY_DISPLAY_MS = 300
    main.run(machine.raw)
