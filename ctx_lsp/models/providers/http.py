"""The HTTP client of all model providers: sends JSON to one host, with time limits and a limited number of attempts.

No other module uses `urllib3`. The client follows no redirects and uses no proxy from the environment, because a
request contains the user's code and key and must go exactly where the settings say. The key appears only in the
request's header, never in an error or a log line. Callers decide what to send, and how to proceed without an answer.
"""

import re
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from http import HTTPStatus
from importlib import import_module
from time import monotonic
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ctx_lsp.models.model_files import ModelError

if TYPE_CHECKING:
    import urllib3

ATTEMPTS = 3  # maximum attempts for one request in the background
TIMEOUT = 60.0  # seconds for a whole answer; a model on a CPU takes a second or more per text
CONNECT_TIMEOUT = 5.0  # seconds
FIRST_PAUSE = 0.25  # seconds before the second attempt; each later pause is twice as long
LONGEST_PAUSE = 10.0  # seconds; if a provider asks for a longer pause, the caller gets an error
CONNECTIONS = 4  # maximum number of connections that are kept open
MAX_ANSWER_BYTES = 64_000_000  # enough for some hundred vectors of 16,000 decimal numbers each
READ_BYTES = 1 << 16
MAX_DETAIL = 200  # characters quoted from the provider's own error message

_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
_REJECTED = frozenset({400, 413, 422})  # the request is at fault, not the provider
_REJECTED_KEY = frozenset({401, 403})  # the bodies of these answers may quote part of the key
_LOOPBACK = re.compile(r"localhost|127(\.\d+){3}|\[?::1\]?")
_HEADER_VALUE = re.compile(r"[!-~]+")

Answer = TypeVar("Answer")


class ProviderError(ModelError):
    """The error for a request without a usable answer. The message names the host and the status, never the key.

    `rejected` means that this request is at fault, and another request may succeed. `retry_after` is the pause in
    seconds that the provider asks for, or 0.
    """

    def __init__(self, message: str, *, rejected: bool = False, retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.rejected = rejected
        self.retry_after = retry_after


class _TransientError(ProviderError):
    """An error that may be temporary."""


@cache
def _urllib3() -> ModuleType:
    """Load `urllib3` on first use, because most starts do not use a provider."""
    return import_module("urllib3")


class HttpClient:
    """A client for one provider. Thread-safe; `close` wakes waiting threads."""

    def __init__(self, base_url: str, key: str = "") -> None:
        """Check and store the address; `base_url` precedes each path, and `key` is sent as a bearer token.

        Raises `ModelError` for an invalid URL, and for a key that would be sent unencrypted over the network.
        """
        self._base = base_url.rstrip("/")
        try:
            url: urllib3.util.Url = _urllib3().util.parse_url(self._base)
        except _urllib3().exceptions.LocationParseError as error:
            raise ModelError("the provider's URL is not valid") from error
        if url.scheme not in ("http", "https") or not url.host:
            raise ModelError("a provider's URL must begin with http:// or https:// and name a host")
        if url.auth or url.query or url.fragment:
            raise ModelError(f"the URL of {url.host} must not contain a user name, key or query")
        if key and not _HEADER_VALUE.fullmatch(key):
            raise ModelError(f"the key for {url.host} contains characters that are not allowed in a header")
        if key and url.scheme == "http" and not _LOOPBACK.fullmatch(url.host):
            raise ModelError(
                f"an API key is only sent over https, or to this machine; the URL of {url.host} begins with http:"
            )
        self.host = url.netloc or url.host
        self._path = url.path or ""
        self._key = key
        self._headers = {"Content-Type": "application/json", "User-Agent": "ctx-lsp"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
        self._connections: urllib3.HTTPConnectionPool = _urllib3().connection_from_url(self._base, maxsize=CONNECTIONS)
        self._closed = threading.Event()

    def post(
        self,
        path: str,
        body: Mapping[str, object],
        shape: type[Answer],
        *,
        timeout: float = TIMEOUT,
        attempts: int = ATTEMPTS,
    ) -> Answer:
        """Send `body` to `path` (which begins with a slash), and decode the answer as the msgspec type `shape`.

        `timeout` is in seconds and applies to each attempt. After a temporary error (no connection, a time-out, 429,
        5xx), the request is repeated, with at most `attempts` attempts in total. It is not repeated if the provider
        asks for a pause longer than `LONGEST_PAUSE`, or after `close`. Raises `ProviderError`.
        """
        try:
            encoded = msgspec.json.encode(body)
        except UnicodeEncodeError as error:
            raise ProviderError(f"a text for {self.host} is not valid Unicode", rejected=True) from error
        pause = FIRST_PAUSE
        for left in range(attempts - 1, -1, -1):
            try:
                return self._decoded(self._once(path, encoded, timeout), shape)
            except _TransientError as error:
                wait = max(pause, error.retry_after)
                if not left or wait > LONGEST_PAUSE or self._closed.wait(wait):
                    raise
                pause = min(2 * pause, LONGEST_PAUSE)
        raise AssertionError("the loop of attempts ended without a result")

    def close(self) -> None:
        """End the pauses between attempts, and close idle connections. Running requests are not interrupted."""
        self._closed.set()
        self._connections.close()

    def _once(self, path: str, body: bytes, timeout: float) -> bytes:
        if self._closed.is_set():
            raise ProviderError(f"{self.host} is no longer in use")
        end = monotonic() + timeout
        try:
            response = self._connections.urlopen(
                "POST",
                f"{self._path}{path}",
                body=body,
                headers=self._headers,
                timeout=_urllib3().Timeout(connect=min(timeout, CONNECT_TIMEOUT), read=timeout),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            try:
                content = self._content(response, end, timeout)
            finally:
                response.close()  # a response that was read completely has already returned its connection
        except _urllib3().exceptions.HTTPError as error:
            raise _TransientError(f"{self.host}: {_cause(error, timeout)}") from error
        if response.status != HTTPStatus.OK:
            raise self._refusal(response, content)
        return content

    def _content(self, response: "urllib3.BaseHTTPResponse", end: float, timeout: float) -> bytes:
        parts = bytearray()
        while part := response.read1(READ_BYTES):
            parts += part
            if len(parts) > MAX_ANSWER_BYTES:
                raise ProviderError(f"{self.host} answered with more than {MAX_ANSWER_BYTES:,} bytes")
            if monotonic() > end:
                raise _TransientError(f"{self.host} did not finish its answer within {timeout:g} s")
        return bytes(parts)

    def _decoded(self, content: bytes, shape: type[Answer]) -> Answer:
        try:
            return msgspec.json.decode(content, type=shape)
        except msgspec.ValidationError as error:
            raise ProviderError(f"{self.host} sent an unexpected answer: {error}") from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProviderError(f"{self.host} sent an answer that is not JSON") from error

    def _refusal(self, response: "urllib3.BaseHTTPResponse", content: bytes) -> ProviderError:
        status = response.status
        if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
            return ProviderError(f"{self.host} answered {status}: redirects are not followed")
        detail = "" if status in _REJECTED_KEY else self._detail(content)
        message = f"{self.host} answered {status}{detail}"
        if status in _TRANSIENT:
            return _TransientError(message, retry_after=_seconds(response.headers.get("Retry-After", "")))
        return ProviderError(message, rejected=status in _REJECTED)

    def _detail(self, content: bytes) -> str:
        """Return `: ` and the provider's error message on one line, without the key; "" if there is no message."""
        text = content[: 10 * MAX_DETAIL].decode(errors="replace")
        if self._key:
            text = text.replace("\\/", "/").replace(self._key, "…")  # JSON may escape a slash with a backslash
        line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return f": {line[:MAX_DETAIL]}" if line else ""


def with_deadline(ask: Callable[[], Answer], seconds: float, host: str) -> Answer:
    """Return the result of `ask`, or raise `ProviderError` after `seconds` and leave the thread of `ask` running.

    The time-outs of a request are not sufficient: name resolution has none, and each byte of the response's head
    restarts the read time-out.
    """
    found: Future[Answer] = Future()

    def run() -> None:
        try:
            found.set_result(ask())
        except ProviderError as error:
            found.set_exception(error)

    threading.Thread(target=run, name="provider-question", daemon=True).start()
    try:
        return found.result(seconds)
    except TimeoutError as error:
        raise _TransientError(f"{host}: no answer in {seconds:g} s") from error


def _cause(error: Exception, timeout: float) -> str:
    """Describe an error from `urllib3`, whose own messages differ between releases."""
    kinds = _urllib3().exceptions
    if isinstance(error, kinds.TimeoutError) and not isinstance(error, kinds.ConnectTimeoutError):
        return f"no answer in {timeout:g} s"
    return "its certificate was rejected" if isinstance(error, kinds.SSLError) else "no connection"


def _seconds(retry_after: str) -> float:
    """Convert the header `Retry-After` (seconds or a date) to seconds from now; 0 if it is missing or invalid."""
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        date = parsedate_to_datetime(retry_after)
    except (ValueError, OverflowError):
        return 0.0
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
