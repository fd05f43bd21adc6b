"""All pages of the dashboard, as the blueprints that `create_app` registers."""

from __future__ import annotations

from flask import Blueprint

from companion.web import phone

blueprints: tuple[Blueprint, ...] = (phone.blueprint,)
