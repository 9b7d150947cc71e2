"""GraphQL over HTTP with the standard library: timeouts, retries, errors."""

from __future__ import annotations

import email.utils
import http.client
import json
import logging
import os
import platform
import random
import re
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import errors
from ._version import VERSION

log = logging.getLogger("omnidex")

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
# If the server asks for a longer pause, the error is raised at once.
LONGEST_RETRY_AFTER = 60.0

CODE_BY_STATUS = {
    400: "BAD_USER_INPUT",
    401: "UNAUTHENTICATED",
    403: "FORBIDDEN",
    413: "BAD_USER_INPUT",
    429: "RATE_LIMITED",
    500: "INTERNAL",
    502: "UNAVAILABLE",
    503: "UNAVAILABLE",
    504: "UNAVAILABLE",
    507: "STORAGE_FULL",
}
TRANSIENT = {"RATE_LIMITED", "UNAVAILABLE"}


class _Repeated(Exception):
    """A failed attempt that may be made again."""

    def __init__(self, error: errors.OmnidexError, after: float = 0.0, is_counted: bool = True):
        super().__init__(str(error))
        self.error = error
        self.after = after
        self.is_counted = is_counted


class CutOffError(Exception):
    """An answer that ends before it is complete."""


def endpoint_of(url: Optional[str]) -> str:
    """The address of the GraphQL endpoint. `url` may be that address or the server's root."""
    if not url:
        raise errors.InputError("The server's address is missing: pass `url` or set OMNIDEX_URL")
    parts = urllib.parse.urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise errors.InputError("%r is not an address such as http://127.0.0.1:4000" % url)
    if parts.username or parts.password:
        raise errors.InputError("`url` must not contain a user or password")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/graphql") else path + "/graphql"
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


def key_of(api_key: Optional[str]) -> str:
    key = (api_key or "").strip()
    if re.search(r"[^\x21-\x7e]", key):
        raise errors.InputError(
            "`api_key` contains a character that no key has, such as a space, a line break or an accented letter"
        )
    return key


class _EarlyAnswers(http.client.HTTPConnection):
    """A server may refuse a request before it has read its body. The answer is read then, although the rest cannot be sent."""

    _is_refused = False

    def send(self, data: Any) -> None:
        if self.sock is None:
            self.connect()
        if self._is_refused:
            return
        try:
            super().send(data)
        except (BrokenPipeError, ConnectionResetError):
            self._is_refused = True


class _EarlyTlsAnswers(_EarlyAnswers, http.client.HTTPSConnection):
    """The same over TLS."""


class _Http(urllib.request.HTTPHandler):
    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_EarlyAnswers, req)  # type: ignore[arg-type, return-value]


class _Https(urllib.request.HTTPSHandler):
    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(_EarlyTlsAnswers, req)  # type: ignore[arg-type, return-value]


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would send the key, or the submission, to another place."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """Sends documents to one server.

    Parameters
    ----------
    url : str, optional
        The server's address; by default OMNIDEX_URL.
    api_key : str, optional
        By default OMNIDEX_API_KEY; an empty text sends no key.
    timeout : float
        Seconds for one attempt.
    max_retries : int
        After faults that may pass: no connection, a rate limit, a server that starts again.
    """

    def __init__(self, url: Optional[str], api_key: Optional[str], timeout: float, max_retries: int):
        self.endpoint = endpoint_of(url or os.environ.get("OMNIDEX_URL", "").strip())
        self.root = self.endpoint.split("?")[0][: -len("/graphql")]
        self.last_response: Optional[Dict[str, Any]] = None
        self._key = key_of(os.environ.get("OMNIDEX_API_KEY") if api_key is None else api_key)
        if timeout <= 0:
            raise errors.InputError("timeout is %r; expected seconds above 0" % timeout)
        if max_retries < 0:
            raise errors.InputError("max_retries is %r; expected a number from 0" % max_retries)
        self.timeout = timeout
        self.max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirect, _Http, _Https)

    def request(self, document: str, variables: Dict[str, Any], repeatable: bool, max_retries: Optional[int] = None) -> Any:
        """Sends a document, and returns the `data` of the answer.

        Raises
        ------
        OmnidexError
            The first error of the answer, or why there is none.
        """
        try:
            body = json.dumps({"query": document, "variables": variables}, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            raise errors.InputError("The variables are no JSON: %s" % error) from error
        headers = {"content-type": "application/json"}
        return self._repeated(lambda: self._attempt(self.endpoint, body, headers, None), repeatable, max_retries)

    def upload(
        self,
        path: str,
        parameters: Dict[str, Any],
        form: Any,
        read: Callable[[List[bytes]], Any],
        max_retries: Optional[int] = None,
    ) -> Any:
        """Sends a form with files to a path of the server, and returns what `read` makes of the lines of the answer.

        `read` raises a `CutOffError` for an answer that ends early; the form is sent again then.
        """
        query = urllib.parse.urlencode(parameters)
        address = self.root + path + ("?" + query if query else "")

        def lines(kind: str, text: bytes) -> Any:
            if kind != "application/x-ndjson":
                raise self._another_server(200)
            try:
                return read(text.split(b"\n"))
            except CutOffError as error:
                raise self._unreachable(error) from error

        return self._repeated(lambda: self._attempt(address, form, form.headers(), lines), True, max_retries)

    def text(self, path: str, parameters: Sequence[Tuple[str, str]]) -> str:
        """The text of a file that the server makes."""
        address = self.root + path + "?" + urllib.parse.urlencode(parameters)

        def decoded(kind: str, text: bytes) -> str:
            if kind == "text/html":
                raise self._another_server(200)
            return text.decode()

        return str(self._repeated(lambda: self._attempt(address, None, {}, decoded), True, None))

    def _repeated(self, attempt: Callable[[], Any], repeatable: bool, max_retries: Optional[int]) -> Any:
        most = (self.max_retries if max_retries is None else max_retries) if repeatable else 0
        retries = 0
        while True:
            try:
                return attempt()
            except _Repeated as failed:
                full = min(LONGEST_PAUSE, FIRST_PAUSE * 2**retries)
                pause = max(full / 2 + random.random() * full / 2, failed.after)
                is_counted = failed.is_counted or most == 0
                if (is_counted and retries >= most) or pause > LONGEST_RETRY_AFTER or not repeatable:
                    raise failed.error from None
                retries += 1 if is_counted else 0
                log.warning("omnidex: trying again in %.1f s: %s", pause, failed.error)
                time.sleep(pause)

    def headers(self) -> Dict[str, str]:
        headers = {
            "accept": "application/graphql-response+json, application/json;q=0.9",
            "user-agent": "omnidex-python/%s Python/%s" % (VERSION, platform.python_version()),
        }
        if self._key:
            headers["authorization"] = "Bearer " + self._key
        return headers

    def _attempt(
        self,
        address: str,
        body: Any,
        headers: Dict[str, str],
        read: Optional[Callable[[str, bytes], Any]],
    ) -> Any:
        """Sends one request. `read` takes the media type and the text of an answer that is no GraphQL."""
        request = urllib.request.Request(address, body, {**self.headers(), **headers})
        try:
            status, found, text = self._answer_of(request)
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, (socket.timeout, TimeoutError)):
                message = "%s did not answer within %g s." % (self.endpoint, self.timeout)
                raise _Repeated(errors.TimeoutError(message)) from error
            raise self._unreachable(reason) from error
        self.last_response = response_info(status, found)
        if read is not None and status == 200:
            return read(found.get_content_type(), text)
        return self._read(status, found, text)

    def _answer_of(self, request: urllib.request.Request) -> Tuple[int, Any, bytes]:
        """The status, the headers and the text of an answer. `read()` raises an error for a text that is cut off."""
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def _unreachable(self, reason: Any) -> _Repeated:
        return _Repeated(errors.ConnectionFailedError("Cannot reach %s: %s" % (self.endpoint, reason)))

    def _read(self, status: int, headers: Any, text: bytes) -> Any:
        try:
            answer = json.loads(text)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not ("data" in answer or isinstance(answer.get("errors"), list)):
            return self._no_answer(status, headers)
        found = answer.get("errors") or []
        if not found:
            return answer["data"]
        first = found[0] if isinstance(found[0], dict) else {}
        error = api_error(first, status, headers.get("x-request-id"))
        if error.code in TRANSIENT:
            raise _Repeated(error, retry_after(headers), is_counted="progress" not in error.details)
        raise error

    def _no_answer(self, status: int, headers: Any) -> Any:
        if status in (502, 503, 504, 429):
            message = "The server, or a proxy before it, answered with status %d." % status
            error = errors.BY_CODE[CODE_BY_STATUS[status]](message, status=status)
            raise _Repeated(error, retry_after(headers))
        raise self._another_server(status)

    def _another_server(self, status: int) -> errors.ProtocolError:
        return errors.ProtocolError(
            "%s answered with status %d and no GraphQL; is it the address of an Omnidex server?" % (self.endpoint, status)
        )


def api_error(error: Dict[str, Any], status: int, request_id: Optional[str]) -> errors.ApiError:
    """The error of an entry in `errors`, as an instance of its code's class."""
    extensions = error.get("extensions") if isinstance(error.get("extensions"), dict) else {}
    code = extensions.get("code")
    if code not in errors.BY_CODE:
        is_refused = isinstance(code, str) and re.match(r"GRAPHQL_|BAD_REQUEST$", code)
        code = "BAD_USER_INPUT" if is_refused else CODE_BY_STATUS.get(status, "INTERNAL")
    details = extensions.get("details")
    message = error.get("message")
    return errors.BY_CODE[code](
        message if isinstance(message, str) else "The server gave no reason.",
        details=details if isinstance(details, dict) else None,
        path=error.get("path"),
        request_id=extensions.get("requestId") or request_id,
        status=status,
    )


def retry_after(headers: Any) -> float:
    """The seconds of `Retry-After`, a number or a date (RFC 9110, section 10.2.3); 0 without it."""
    value = (headers.get("retry-after") or "").strip()
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError, IndexError):
        return 0.0


def response_info(status: int, headers: Any) -> Dict[str, Any]:
    """What the headers of an answer say: `status`, `requestId`, `cost` and `rateLimits`."""
    cost = re.match(r"\s*(\d+)\s*(?:;\s*limit=(\d+))?", headers.get("x-omnidex-cost") or "")
    limits = re.findall(r'"([^"]+)"\s*;\s*r=(\d+)\s*;\s*t=(\d+)', headers.get("ratelimit") or "")
    return {
        "status": status,
        "requestId": headers.get("x-request-id"),
        "cost": cost and {"objects": int(cost[1]), "limit": None if cost[2] is None else int(cost[2])},
        "rateLimits": [
            {"policy": policy, "remaining": int(left), "resetSeconds": int(seconds)} for policy, left, seconds in limits
        ],
    }
