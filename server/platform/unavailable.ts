/** Something the request needs is busy or away for a moment. Nothing is wrong with the request: it may be repeated. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
}
