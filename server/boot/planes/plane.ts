import { join } from "node:path";
import { z } from "zod";
import { IS_FIRST, IS_FRONT, type Plane, SOCKETS } from "@/server/platform/planes";
import type { Handlers } from "../http-server";

/** A plane whose settings, keys, and modules are there, and which does not listen yet. */
export interface OpenPlane {
  /** Answers what is this plane's own. */
  readonly handler: Handlers["api"];
  /** For hot reload only. */
  readonly upgrade: Handlers["upgrade"];
  /** Starts its background work, once it listens. */
  readonly begin: () => Promise<void>;
}

/** Whether this process owns the port; the other planes listen on a socket in a private folder. */
export function isFront(): boolean {
  return process.env[IS_FRONT] === "1";
}

/** Whether this process prepares the database for all: it is started before the others. */
export function isFirst(): boolean {
  return process.env[IS_FIRST] === "1";
}

/** Where a plane listens that doesn't own the port. */
export function socketOf(plane: Plane): string {
  const folder = process.env[SOCKETS];
  if (!folder) throw new Error("this process was not started as one of the planes");
  return join(folder, `${plane}.sock`);
}

const FromPlane = z.discriminatedUnion("closedLoop", [
  /** It answers. Only the first of them knows whether the sandbox is seeded. */
  z.object({ closedLoop: z.literal("ready"), isSandboxSeeded: z.boolean() }),
  /** Nothing works without what it has lost, and starting it again won't bring it back. */
  z.object({ closedLoop: z.literal("failed"), reason: z.string() }),
]);
/** `isReplaced`: another process answers at the same port already, so nobody has to send requests elsewhere. */
const ToPlane = z.object({ closedLoop: z.literal("stop"), isReplaced: z.boolean() });

export type FromPlane = z.infer<typeof FromPlane>;

/** Parses a message from a plane to its starter; null for messages of the cluster library. */
export function readFromPlane(message: unknown): FromPlane | null {
  return FromPlane.safeParse(message).data ?? null;
}

export function tellStarter(message: FromPlane): void {
  process.send?.(message);
}

export function toStop({ isReplaced }: { readonly isReplaced: boolean }): z.infer<typeof ToPlane> {
  return { closedLoop: "stop", isReplaced };
}

/** Null: the message is another one. */
export function readStop(message: unknown): { readonly isReplaced: boolean } | null {
  return ToPlane.safeParse(message).data ?? null;
}
