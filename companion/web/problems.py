"""Problems: what is answered when a page is not there, a body is too large, or the program failed."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from companion.core.message import Message, Told, say
from companion.core.refusal import Reason, said_as
from companion.web.guard import LARGEST_BODY
from companion.web.look import language
from companion.web.reply import wants_json
from companion.web.text import Words

log = logging.getLogger(__name__)

_KNOWN = frozenset({400, 403, 404, 405, 413, 500, 503})


def install(app: Flask) -> None:
    """Answer every error of *app* with a sentence; programs get a code too."""

    @app.errorhandler(HTTPException)
    def tell(problem: HTTPException) -> Response:
        response = _answer(problem.code or 500)
        for name, value in problem.get_headers(request.environ):
            if name == "Allow":
                response.headers[name] = value
        return response

    @app.errorhandler(Told)
    def tell_trouble(trouble: Told) -> Response:
        """What cannot be done at all, like opening a damaged game."""
        log.error("%s %s: %s", request.method, request.path, trouble)
        return _answer(409, trouble.message)

    @app.errorhandler(TimeoutError)
    def tell_late(error: TimeoutError) -> Response:
        return _answer(503)

    @app.errorhandler(Exception)
    def tell_fault(error: Exception) -> Response:
        log.error("fault while answering %s %s", request.method, request.path, exc_info=error)
        return _answer(500)


def _answer(status: int, message: Message | None = None) -> Response:
    known = status if status in _KNOWN else 400 if status < 500 else 500
    told = message or say(f"problem.{known}", most=LARGEST_BODY)
    sentence = Words(language()).say(told)
    if wants_json():
        values: dict[str, object] = {"id": told.id, "values": dict(told.values)}
        response = jsonify(_refused("request", values) if message is not None else _as_json(status))
    elif "HX-Request" in request.headers:
        response = Response(render_template("problem_notice.html", sentence=sentence))
    else:
        response = Response(render_template("problem.html", sentence=sentence, title=sentence))
    response.status_code = status
    if status == 503:
        response.headers["Retry-After"] = "1"
    return response


def _as_json(status: int) -> dict[str, object]:
    match status:
        case 413:
            return _refused("body", said_as("at_most_bytes", most=LARGEST_BODY))
        case 500:
            return {"ok": False, "answer": "fault"}
        case 503:
            return {"ok": False, "answer": "saving"}
        case _:
            return _refused("request", {"id": f"problem.{status if status in _KNOWN else 400}", "values": {}})


def _refused(field: str, expected: dict[str, object]) -> dict[str, object]:
    values = {"field": field, "expected": expected}
    return {"ok": False, "refused": Reason.BAD_REQUEST.value, "values": values}
