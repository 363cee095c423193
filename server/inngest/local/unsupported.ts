/** Something that a function asks for and the embedded engine does not do. It must not seem to. */
export class UnsupportedError extends Error {
  override readonly name = "UnsupportedError";

  constructor(readonly what: string) {
    super(`${what} is not implemented here`);
  }
}
