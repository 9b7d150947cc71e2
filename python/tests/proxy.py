"""A proxy before the server, which answers some requests itself, or cuts them."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, List, Optional, Tuple

Fault = Callable[[BaseHTTPRequestHandler], None]


def refuse(status: int, code: str, retry_after: Optional[str] = None, details: Any = None) -> Fault:
    """Answers as the server does when it refuses a request."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps({"errors": [{"message": "not now", "extensions": {"code": code, "details": details or {}}}]}).encode()
        handler.send_response(status)
        if retry_after is not None:
            handler.send_header("retry-after", retry_after)
        handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def cut(handler: BaseHTTPRequestHandler) -> None:
    """Closes the connection without an answer."""
    handler.close_connection = True


def answer(text: bytes, kind: str, length: Optional[int] = None, status: int = 200) -> Fault:
    """Answers with a text, of which a longer length may be told than there is; -1 tells none."""

    def write(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        handler.send_response(status)
        handler.send_header("content-type", kind)
        if length != -1:
            handler.send_header("content-length", str(len(text) if length is None else length))
        handler.end_headers()
        handler.wfile.write(text)

    return write


class Proxy:
    """Forwards requests. `faults` has a place and a fault: early, before its body is read; before the request arrives; or after the server has answered it."""

    def __init__(self, url: str):
        self.operations: List[str] = []
        self.faults: List[Tuple[str, str, Fault]] = []
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                self.do_POST()

            def do_POST(self) -> None:
                early = proxy.take(self.path.split("?")[0], "early")
                if early is not None:
                    proxy.operations.append(self.path.split("?")[0])
                    self.close_connection = True
                    return early(self)
                body = self.rfile.read(int(self.headers["content-length"] or 0))
                name = proxy.name_of(self.path, body)
                proxy.operations.append(name)
                before = proxy.take(name, "before")
                if before is not None:
                    return before(self)
                request = urllib.request.Request(url + self.path, body or None, dict(self.headers))
                try:
                    with urllib.request.urlopen(request) as found:
                        status, kind, text = found.status, found.headers["content-type"], found.read()
                except urllib.error.HTTPError as error:
                    status, kind, text = error.code, error.headers["content-type"], error.read()
                after = proxy.take(name, "after")
                if after is not None:
                    return after(self)
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = "http://127.0.0.1:%d" % self._server.server_address[1]

    @staticmethod
    def name_of(path: str, body: bytes) -> str:
        if not path.startswith("/graphql"):
            return path.split("?")[0]
        words = json.loads(body)["query"].split("(")[0].split()
        return words[1] if len(words) > 1 else ""

    def take(self, name: str, when: str) -> Optional[Fault]:
        for index, (operation, moment, fault) in enumerate(self.faults):
            if operation == name and moment == when:
                del self.faults[index]
                return fault
        return None

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
