/** Why a start can't go on, as one sentence for the terminal. Shows no stack and no secret. */
export class StartError extends Error {
  override readonly name = "StartError";
}
