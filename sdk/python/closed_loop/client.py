"""A client of Closed Loop, on the standard library alone."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple

from .errors import NoAnswerError, to_error
from .operations import Operations

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 60.0

#: Sends a request of `method, url, headers, body, timeout`, and returns `status, headers in lower case, body`. Raises `OSError`.
Transport = Callable[[str, str, Mapping[str, str], Optional[bytes], float], Tuple[int, Mapping[str, str], bytes]]


class _Null:
    def __repr__(self) -> str:
        return "NULL"


#: Clears a field, where `None` leaves it out: `update_member(id=member, email=NULL)`.
NULL: Any = _Null()


class Page:
    """A list: `data` and `has_more` are of its first page; iterated, it gives every record, page after page."""

    def __init__(self, load: Callable[[Dict[str, str]], Dict[str, Any]], is_backward: bool) -> None:
        self._load = load
        self._is_backward = is_backward
        self._first: Optional[Dict[str, Any]] = None

    def _page(self) -> Dict[str, Any]:
        if self._first is None:
            self._first = self._load({})
        return self._first

    @property
    def data(self) -> List[Dict[str, Any]]:
        return self._page()["data"]

    @property
    def has_more(self) -> bool:
        return self._page()["hasMore"]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        page = self._page()
        while True:
            yield from page["data"]
            if not page["hasMore"] or not page["data"]:
                return
            edge = page["data"][0 if self._is_backward else -1]["id"]
            page = self._load({"ending_before" if self._is_backward else "starting_after": edge})


class ClosedLoop(Operations):
    """Every operation of the reference is a method of its name: `create_authorization`, `list_refunds`, `sell_payment_code`.

    A tenant passes `api_key` and `secret`, and for the merchant surface `merchant`; a till passes `merchant_key`. A decline is an
    answer. What is refused raises an `ApiError`.

        loop = ClosedLoop("http://localhost:3000", api_key=key, secret=secret)
        payment = loop.create_authorization(panToken=token, amount=12.5, idempotency_key="order-1001")
        if payment["status"] == "approved":
            loop.capture_authorization(id=payment["recordId"])
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        secret: Optional[str] = None,
        merchant_key: Optional[str] = None,
        merchant: Optional[str] = None,
        signs: bool = False,
        timeout: float = 30.0,
        max_retries: int = 4,
        transport: Optional[Transport] = None,
    ) -> None:
        bearer = merchant_key or secret
        if not bearer or (merchant_key is None) == (api_key is None):
            raise ValueError("Pass api_key and secret, or merchant_key.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._bearer = bearer
        self._merchant = merchant
        self._signs = signs
        self._timeout = timeout
        self._max_retries = max_retries
        self._transport = transport or _send

    def _call(
        self,
        operation: Tuple[str, str, bool, bool],
        fields: Dict[str, Any],
        idempotency_key: Optional[str] = None,
        merchant: Optional[str] = None,
    ) -> Any:
        method, template, has_key, is_page = operation
        given = {name: None if value is NULL else value for name, value in fields.items() if value is not None}

        def take(match: "re.Match[str]") -> str:
            value = given.pop(match.group(1), None)
            if value in (None, ""):
                raise TypeError(f"{match.group(1)} is missing")
            return urllib.parse.quote(str(value), safe="")

        path = re.sub(r"\{(\w+)\}", take, template)
        key = (idempotency_key or str(uuid.uuid4())) if has_key else None
        if is_page:
            rest = {name: value for name, value in given.items() if name not in ("starting_after", "ending_before")}
            return Page(
                lambda cursor: self._ask(method, path, {**rest, **cursor} if cursor else given, None, merchant),
                "ending_before" in given,
            )
        return self._ask(method, path, given, key, merchant)

    def _ask(
        self, method: str, path: str, fields: Mapping[str, Any], key: Optional[str], merchant: Optional[str]
    ) -> Any:
        is_read = method == "GET"
        body = None if is_read else json.dumps(fields, separators=(",", ":")).encode()
        query = urllib.parse.urlencode(_flat(fields)) if is_read else ""
        url = f"{self._base_url}{path}{'?' + query if query else ''}"
        attempt = 0
        while True:
            is_last = attempt >= self._max_retries
            retry_after = 0.0
            try:
                headers = self._headers(method, path, body or b"", key, merchant)
                status, answered, content = self._transport(method, url, headers, body, self._timeout)
            except OSError as error:
                if is_last:
                    raise NoAnswerError(f"{method} {path}: no answer came.", key) from error
            else:
                if status < 300:
                    return json.loads(content) if content else None
                if is_last or not (status == 429 or status >= 500):
                    raise to_error(status, _parse(content), answered)
                retry_after = _seconds(answered.get("retry-after"))
            time.sleep(min(_LONGEST_PAUSE, max(retry_after, _FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1))))
            attempt += 1

    def _headers(
        self, method: str, path: str, body: bytes, key: Optional[str], merchant: Optional[str]
    ) -> Dict[str, str]:
        headers = {"accept": "application/json", "authorization": f"Bearer {self._bearer}"}
        acting = (merchant or self._merchant) if self._api_key and path.startswith("/merchant/") else None
        if self._api_key:
            headers["x-api-key"] = self._api_key
        if acting:
            headers["x-merchant"] = acting
        if method != "GET":
            headers["content-type"] = "application/json"
        if key:
            headers["idempotency-key"] = key
        if self._signs:
            timestamp = str(int(time.time()))
            head = [method, path, *([acting] if acting else []), timestamp, ""]
            signed = hmac.new(self._bearer.encode(), "\n".join(head).encode() + body, hashlib.sha256).hexdigest()
            headers["x-timestamp"] = timestamp
            headers["x-signature"] = f"sha256={signed}"
        return headers


def _flat(fields: Mapping[str, Any]) -> List[Tuple[str, str]]:
    """A filter of several fields is written `created[gte]=…`."""
    pairs: List[Tuple[str, str]] = []
    for name, value in fields.items():
        if isinstance(value, Mapping):
            pairs.extend((f"{name}[{key}]", _text(inner)) for key, inner in value.items() if inner is not None)
        else:
            pairs.append((name, _text(value)))
    return pairs


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _seconds(text: Optional[str]) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def _send(
    method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
) -> Tuple[int, Mapping[str, str], bytes]:
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        try:
            response = _opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            lower = {name.lower(): value for name, value in response.headers.items()}
            return int(response.status or 0), lower, response.read()
    except http.client.HTTPException as error:
        raise OSError("the answer was cut") from error
