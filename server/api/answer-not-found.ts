import { currentConnection } from "@/server/platform/connection";

/** Turns the page being rendered into a 404. Next offers no other way than throwing. */
export function answerNotFound(): void {
  currentConnection().onMissing?.();
}
