"""Power for the tower in the VM: main.py as it is, with a random source that a test can break.

Argument: milliseconds of a heartbeat.
"""

import sys

import machine
import main
import protocol

protocol.HEARTBEAT_MS = int(sys.argv[1])
main.run(machine.raw)
