"""What the service answered with a status of 400 or more, or why no answer came. A decline is an answer, not an error."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class ClosedLoopError(Exception):
    pass


class NoAnswerError(ClosedLoopError):
    """No answer came. What was asked may have been done: repeat it with the same `idempotency_key`."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class ApiError(ClosedLoopError):
    def __init__(self, status: int, error: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        super().__init__(str(error.get("message", f"The answer has status {status} and no error.")))
        self.status = status
        #: Stable, such as `amount_exceeds_remaining_hold`. More may come.
        self.code = str(error.get("code", "unreadable"))
        #: The first wrong field, if any.
        self.field: Optional[str] = error.get("field")
        self.details: Dict[str, Any] = dict(error.get("details") or {})
        #: Names the request in the service's log.
        self.request_id: Optional[str] = headers.get("x-request-id")


class InvalidRequestError(ApiError):
    """400: the request is wrong, and changed nothing."""


class AuthenticationError(ApiError):
    """401: key, secret, or signature is wrong."""


class PermissionError(ApiError):
    """403: the key is right, and may not do this."""


class NotFoundError(ApiError):
    """404."""


class ConflictError(ApiError):
    """409 and 422: the record's state, or an earlier use of the key, doesn't allow it."""


class RateLimitError(ApiError):
    """429, after all repeats."""


class ServiceError(ApiError):
    """500 and above, after all repeats. What was asked may have been done: repeat it with the same key."""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    413: InvalidRequestError,
    422: ConflictError,
    429: RateLimitError,
}


def to_error(status: int, body: Any, headers: Mapping[str, str]) -> ApiError:
    error = body.get("error") if isinstance(body, dict) else None
    kind = _BY_STATUS.get(status, ServiceError if status >= 500 else ApiError)
    return kind(status, error if isinstance(error, dict) else {}, headers)
