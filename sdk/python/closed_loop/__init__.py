from .client import NULL, ClosedLoop, Page
from .errors import (
    ApiError,
    AuthenticationError,
    ClosedLoopError,
    ConflictError,
    InvalidRequestError,
    NoAnswerError,
    NotFoundError,
    PermissionError,
    RateLimitError,
    ServiceError,
)
from .webhooks import RecentDeliveries, VerifiedWebhook, WebhookVerificationError, verify_webhook

__all__ = [
    "NULL",
    "ApiError",
    "AuthenticationError",
    "ClosedLoop",
    "ClosedLoopError",
    "ConflictError",
    "InvalidRequestError",
    "NoAnswerError",
    "NotFoundError",
    "Page",
    "PermissionError",
    "RateLimitError",
    "RecentDeliveries",
    "ServiceError",
    "VerifiedWebhook",
    "WebhookVerificationError",
    "verify_webhook",
]
