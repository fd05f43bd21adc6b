"""x"""

from companion.core.message import Prompt
from companion.core.seats import Seat
from companion.games.lastwill.state import State


def prompts(state: State, seat: Seat) -> tuple[Prompt, ...]:
    """x"""
    return ()
