"""Checks that a delivery is from the service."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
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


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: int = 300,
    short_name: str = "svc",
) -> VerifiedWebhook:
    """Checks a delivery and reads its event. `body` is the body as it came; `headers` have names of any case.

    Takes the service's own signature and that of Standard Webhooks; during a rotation either secret.
    """
    raw = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    own = f"x-{short_name.lower()}"
    timestamp = lower.get(f"{own}-timestamp") or lower.get("webhook-timestamp") or ""
    delivery_id = lower.get(f"{own}-delivery") or lower.get("webhook-id") or ""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError("The delivery has no timestamp of the last minutes.")
    signed = f"{timestamp}.".encode() + raw
    expected = f"sha256={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"
    if not hmac.compare_digest(lower.get(f"{own}-signature", "").encode(), expected.encode()):
        _check_standard(secret, f"{delivery_id}.".encode() + signed, lower.get("webhook-signature", ""))
    return VerifiedWebhook(json.loads(raw), delivery_id)


def _check_standard(secret: str, signed: bytes, signatures: str) -> None:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    except ValueError:
        key = b""
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures.split()):
        raise WebhookVerificationError("The signature doesn't match the body and the secret.")


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
