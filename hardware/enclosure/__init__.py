"""Pieces to print, and how they are rendered and measured."""
