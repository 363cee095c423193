"""Checks that a delivery is from the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections import OrderedDict
from typing import Any, Dict, Mapping, NamedTuple, Union

from .errors import ClosedLoopError


class WebhookVerificationError(ClosedLoopError):
    """The delivery isn't from the service, or is too old. Answer with 400, and do nothing."""


class VerifiedWebhook(NamedTuple):
    event: Dict[str, Any]
    #: The same at every attempt: what was handled once under it needs no second time.
    delivery_id: str


_SECRET = re.compile(r"whsec_(?=.)((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)")


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: int = 300,
) -> VerifiedWebhook:
    """Checks a delivery and reads its event. `body` is the body as it came; `headers` have names of any case.

    Takes `webhook-signature`, which covers the delivery's id too; during a rotation either secret.
    Raises `WebhookVerificationError`, and `ClosedLoopError` if the secret isn't one.
    """
    key = _key_of(secret)
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    delivery_id, timestamp = lower.get("webhook-id", ""), lower.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]+", timestamp) or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The delivery has no timestamp of the last minutes.")
    signed = f"{delivery_id}.{timestamp}.".encode() + raw
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = lower.get("webhook-signature", "").split()
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures):
        raise WebhookVerificationError("The signature doesn't match the body and the secret.")
    return VerifiedWebhook(json.loads(raw), delivery_id)


def _key_of(secret: str) -> bytes:
    found = _SECRET.fullmatch(secret)
    if not found:
        raise ClosedLoopError("The webhook's secret must be whsec_ and base64, as it was shown when it was made.")
    return base64.b64decode(found[1])


class RecentDeliveries:
    """Remembers the newest deliveries of this process, so that a repeated attempt is handled once.

    Several processes, or one that restarts, keep the delivery's id in their database instead, in the transaction that handles it.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._seen: "OrderedDict[str, None]" = OrderedDict()

    def is_new(self, delivery_id: str) -> bool:
        """True the first time."""
        if delivery_id in self._seen:
            return False
        self._seen[delivery_id] = None
        if len(self._seen) > self._most:
            self._seen.popitem(last=False)
        return True

    def forget(self, delivery_id: str) -> None:
        """After its handling failed, so that the next attempt counts as the first."""
        self._seen.pop(delivery_id, None)
