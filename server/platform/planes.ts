import { processSingleton } from "./singleton";

/** The processes that one start runs, each for one kind of work, in the order in which they begin. */
export const PLANES = ["payments", "work", "pages"] as const;

/** `payments` answers the API, `work` runs the background functions, `pages` is Next with the portal and the docs. */
export type Plane = (typeof PLANES)[number];

/** What the process that starts the others writes into the environment of each. */
export const PLANE = "CLOSED_LOOP_PLANE";
export const IS_FRONT = "CLOSED_LOOP_IS_FRONT";
export const IS_FIRST = "CLOSED_LOOP_IS_FIRST";
export const SETTINGS = "CLOSED_LOOP_SETTINGS";
export const SOCKETS = "CLOSED_LOOP_SOCKETS";
export const COUNTS_TOGETHER = "CLOSED_LOOP_COUNTS_TOGETHER";

/** Which plane this process is. Null: it starts the others, runs a command, or is Next alone. */
export function findPlane(): Plane | null {
  return PLANES.find((plane) => plane === process.env[PLANE]) ?? null;
}

/** Whether several processes answer the API at one port: then one of them counts for all. */
export function countsTogether(): boolean {
  return process.env[COUNTS_TOGETHER] === "1";
}

/** Carries a caller's address from the plane that owns the port to the one that answers. That plane drops what callers send by it. */
export const CLIENT_ADDRESS = "x-closed-loop-client-address";

/** Whether requests come from the plane that owns the port, which says where from. */
export function isBehindFront(): boolean {
  return findPlane() !== null && process.env[IS_FRONT] !== "1";
}

/** Between the server of ours in the pages plane and Next inside it. */
const seam = processSingleton<{ end: (() => Promise<void>) | null }>("next-seam", () => ({ end: null }));

/** In Next's module graph: how what it opened is ended. */
export function onPagesEnd(end: () => Promise<void>): void {
  seam.end = end;
}

/** In the server around Next, after its last answer. */
export async function endPagesOfNext(): Promise<void> {
  await seam.end?.();
}
