"""The dashboard: a Flask application over the hall and the inbox."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask

from companion.web import (
    actions,
    asking,
    ending,
    guard,
    handing,
    joining,
    lending,
    money_csv,
    network,
    pages,
    peeking,
    power,
    problems,
    said,
    stream,
    tables,
    watching,
)
from companion.web.bank import Banks
from companion.web.claims import Asks
from companion.web.reach import Reach, boot
from companion.web.seating import Seating

# Chromium forgets cookies after 400 days whatever they say.
_COOKIE_LIFE = timedelta(days=400)


def create_app(reach: Reach, secret: bytes, extra_hosts: tuple[str, ...] = ()) -> Flask:
    """Make the application.

    *secret* signs the cookies and must outlive restarts; *extra_hosts* are the names from `table.toml` that
    this machine also answers to.
    """
    app = Flask(__name__)
    app.secret_key = secret
    app.config.update(
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # A cookie is sent only when it changes: two answers under way must not overwrite each other's seats.
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=_COOKIE_LIFE,
        MAX_CONTENT_LENGTH=guard.LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=guard.LARGEST_BODY,
        MAX_FORM_PARTS=200,
    )
    app.extensions["companion"] = reach
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.globals["boot"] = boot
    app.extensions["companion.boot"] = secrets.token_hex(4)
    app.extensions["companion.seating"] = Seating(reach.notes)
    app.extensions["companion.streams"] = stream.Streams()
    app.extensions["companion.banks"] = Banks(reach.notes)
    app.extensions["companion.asks"] = Asks()
    guard.install(app, extra_hosts)
    peeking.install(app)
    watching.install(app, reach.notes)
    tables.install(app, reach)
    problems.install(app)
    said.install(app)
    for blueprint in (
        actions.blueprint,
        joining.blueprint,
        handing.blueprint,
        lending.blueprint,
        asking.blueprint,
        watching.blueprint,
        tables.blueprint,
        stream.blueprint,
        power.blueprint,
        network.blueprint,
        ending.blueprint,
        money_csv.blueprint,
        *pages.blueprints,
    ):
        app.register_blueprint(blueprint)
    return app
