export class UnsupportedError extends Error {
  override readonly name = "UnsupportedError";

  constructor(readonly what: string) {
    super(`${what} is not implemented here`);
  }
}
