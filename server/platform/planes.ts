import { processSingleton } from "./singleton";

export const PLANES = ["payments", "work", "pages"] as const;

/** `payments` serves the API, `work` runs background functions, `pages` is Next with the portal and docs. */
export type Plane = (typeof PLANES)[number];

export const PLANE = "CLOSED_LOOP_PLANE";
export const IS_FRONT = "CLOSED_LOOP_IS_FRONT";
export const IS_FIRST = "CLOSED_LOOP_IS_FIRST";
export const SETTINGS = "CLOSED_LOOP_SETTINGS";
export const SOCKETS = "CLOSED_LOOP_SOCKETS";
export const COUNTS_TOGETHER = "CLOSED_LOOP_COUNTS_TOGETHER";

/** The plane of this process. Null for the starter, a command, or Next alone. */
export function findPlane(): Plane | null {
  return PLANES.find((plane) => plane === process.env[PLANE]) ?? null;
}

export function countsTogether(): boolean {
  return process.env[COUNTS_TOGETHER] === "1";
}

/**
 * Carries the caller's address from the plane that owns the port to the one that answers. The front plane drops this header if
 * callers send it.
 */
export const CLIENT_ADDRESS = "x-closed-loop-client-address";

/** Whether requests are forwarded by the plane that owns the port, which tells the caller's address. */
export function isBehindFront(): boolean {
  return findPlane() !== null && process.env[IS_FRONT] !== "1";
}

const seam = processSingleton<{ end: (() => Promise<void>) | null }>("next-seam", () => ({ end: null }));

/** Called in Next's module graph: how to close what it opened. */
export function onPagesEnd(end: () => Promise<void>): void {
  seam.end = end;
}

export async function endPagesOfNext(): Promise<void> {
  await seam.end?.();
}
