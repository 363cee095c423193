/** Why the app can't start, as one sentence for the terminal, without stack or secrets. */
export class StartError extends Error {
  override readonly name = "StartError";
}
