import { currentConnection } from "@/server/platform/connection";

/** Makes the page that is being made a 404: Next has no way to say so but an error. */
export function answerNotFound(): void {
  currentConnection().onMissing?.();
}
