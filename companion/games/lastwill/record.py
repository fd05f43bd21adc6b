"""Every event that may stand in a journal of Last Will."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from companion.core.acts import DeskEvent
from companion.core.draft import Irregular
from companion.games.lastwill.events import (
    ActionsGained,
    ActionsSet,
    BoardsReset,
    CardActivated,
    CardPlaced,
    CardPlayed,
    CardRemoved,
    CardsDiscarded,
    CardsDrawn,
    CardsKept,
    CardWritten,
    EffectApplied,
    ErrandPassed,
    ExtensionTaken,
    GameEnded,
    HandArranged,
    JokerReturned,
    MarkerPlaced,
    MarkersReturned,
    MarketSet,
    OfferCleared,
    OfferTaken,
    OperaVisited,
    OptionsChanged,
    PhaseBegan,
    Planned,
    PlayerArranged,
    PropertiesFell,
    PropertyBought,
    PropertySold,
    RandomTaken,
    RoundBegan,
    SeatLeft,
    SeatSlept,
    SeatWoke,
    SpaceBlocked,
    TableArranged,
    TurnPassed,
    UnnamedDiscarded,
    ValueLowered,
    WentBankrupt,
)

Event = (
    CardWritten
    | PhaseBegan
    | TurnPassed
    | CardsKept
    | SpaceBlocked
    | Planned
    | CardsDrawn
    | OfferTaken
    | ExtensionTaken
    | MarketSet
    | RandomTaken
    | OperaVisited
    | ErrandPassed
    | ActionsSet
    | CardPlayed
    | CardPlaced
    | CardRemoved
    | PropertyBought
    | PropertySold
    | CardActivated
    | MarkerPlaced
    | ActionsGained
    | ValueLowered
    | JokerReturned
    | EffectApplied
    | WentBankrupt
    | CardsDiscarded
    | UnnamedDiscarded
    | PropertiesFell
    | BoardsReset
    | OfferCleared
    | MarkersReturned
    | RoundBegan
    | GameEnded
    | TableArranged
    | PlayerArranged
    | HandArranged
    | OptionsChanged
    | SeatSlept
    | SeatWoke
    | SeatLeft
    | Irregular
    | DeskEvent
)

EVENT_TYPES: Mapping[str, type] = {event.__name__: event for event in get_args(Event)}
"""Event classes by the name they are stored under."""
