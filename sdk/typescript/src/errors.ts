/** An error is an answer with a status of 400 or more, or the lack of one. A decline is an answer, not an error. */
export class ClosedLoopError extends Error {
  override readonly name: string = "ClosedLoopError";
}

/** No answer came within the time, or the connection was lost. What was asked may have been done: repeat it with the same key. */
export class NoAnswerError extends ClosedLoopError {
  override readonly name = "NoAnswerError";
  /** The Idempotency-Key that was sent; null for a request that changes nothing. */
  readonly idempotencyKey: string | null;

  constructor(message: string, idempotencyKey: string | null, cause: unknown) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

export interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export class ApiError extends ClosedLoopError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Stable, such as `amount_exceeds_remaining_hold`. More may come. */
  readonly code: string;
  /** The first wrong field, if any. */
  readonly field: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Names the request in the service’s log. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, answer: ErrorAnswer, headers: Headers) {
    super(answer.message);
    this.status = status;
    this.code = answer.code;
    this.field = answer.field;
    this.details = answer.details;
    this.requestId = headers.get("x-request-id");
    this.retryAfterSeconds = readRetryAfter(headers);
  }
}

/** 400: the request is wrong, and changed nothing. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}
/** 401: key, secret, or signature is wrong. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** 403: the key is right, and may not do this. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}
/** 404. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409 and 422: the record’s state, or an earlier use of the key, doesn’t allow it. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
/** 429, after all repeats. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 500 and above, after all repeats. What was asked may have been done: repeat it with the same key. */
export class ServiceError extends ApiError {
  override readonly name = "ServiceError";
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  422: ConflictError,
  429: RateLimitError,
};

/** Retry-After in seconds; null if it isn’t there. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

export function toError(status: number, body: unknown, headers: Headers): ApiError {
  const answer = (body as { error?: ErrorAnswer } | null)?.error;
  const Kind = BY_STATUS[status] ?? (status >= 500 ? ServiceError : ApiError);
  const unread = {
    code: "unreadable",
    message: `The answer has status ${status} and no error.`,
    field: null,
    details: {},
  };
  return new Kind(status, answer ?? unread, headers);
}
