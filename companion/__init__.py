"""A banker for the table: cards, dice and phones around Monopoly, Camel Up and Last Will."""

__version__ = "0.1.0"
