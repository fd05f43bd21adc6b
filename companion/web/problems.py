"""Problems: what is answered when a page is not there, a body is too large, or the program failed."""

from __future__ import annotations

import logging

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException

from companion.web.guard import LARGEST_BODY
from companion.web.reply import wants_json

log = logging.getLogger(__name__)

_SENTENCES = {
    400: "This request could not be read.",
    403: "This device holds no place at this table that may see that.",
    404: "There is no such page or table here.",
    405: "That address does not take this kind of request.",
    413: f"That is more than the {LARGEST_BODY} bytes that one form may have.",
    500: "Something went wrong in the program. Nothing was changed; the log says more.",
    503: "Not stored yet. Try again in a moment.",
}


def install(app: Flask) -> None:
    """Answer every HTTP error of *app* with a sentence; programs get a code too."""

    @app.errorhandler(HTTPException)
    def tell(problem: HTTPException) -> Response:
        status = problem.code or 500
        sentence = _SENTENCES.get(status, problem.description or problem.name)
        if wants_json():
            response = jsonify(_as_json(status, sentence))
        else:
            response = Response(sentence + "\n", mimetype="text/plain")
        response.status_code = status
        if status == 503:
            response.headers["Retry-After"] = "1"
        for name, value in problem.get_headers(request.environ):
            if name == "Allow":
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def tell_fault(error: Exception) -> Response:
        log.exception("fault while answering %s %s", request.method, request.path, exc_info=error)
        response = jsonify(_as_json(500, "")) if wants_json() else Response(_SENTENCES[500] + "\n")
        response.mimetype = "application/json" if wants_json() else "text/plain"
        response.status_code = 500
        return response


def _as_json(status: int, sentence: str) -> dict[str, object]:
    match status:
        case 413:
            expected = f"at most {LARGEST_BODY} bytes"
            return {"ok": False, "refused": "bad_request", "values": {"field": "body", "expected": expected}}
        case 500:
            return {"ok": False, "answer": "fault"}
        case 503:
            return {"ok": False, "answer": "saving"}
        case _:
            values = {"field": "request", "expected": sentence}
            return {"ok": False, "refused": "bad_request", "values": values}
