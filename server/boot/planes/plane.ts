import { join } from "node:path";
import { z } from "zod";
import { IS_FIRST, IS_FRONT, type Plane, SOCKETS } from "@/server/platform/planes";
import type { Handlers } from "../http-server";

export interface OpenPlane {
  readonly handler: Handlers["api"];
  readonly upgrade: Handlers["upgrade"];
  readonly begin: () => Promise<void>;
}

/** Whether this process owns the port; other planes listen on a socket in a private folder. */
export function isFront(): boolean {
  return process.env[IS_FRONT] === "1";
}

/** Whether this process starts before the others and prepares the database. */
export function isFirst(): boolean {
  return process.env[IS_FIRST] === "1";
}

export function socketOf(plane: Plane): string {
  const folder = process.env[SOCKETS];
  if (!folder) throw new Error("this process was not started as one of the planes");
  return join(folder, `${plane}.sock`);
}

const FromPlane = z.discriminatedUnion("closedLoop", [
  /** The plane is serving. Only the first one knows whether the sandbox is seeded. */
  z.object({ closedLoop: z.literal("ready"), isSandboxSeeded: z.boolean() }),
  /** The plane lost something essential that a restart won't bring back. */
  z.object({ closedLoop: z.literal("failed"), reason: z.string() }),
]);
/** `isReplaced` if another process already answers at the same port, so clients needn't be told to go elsewhere. */
const ToPlane = z.object({ closedLoop: z.literal("stop"), isReplaced: z.boolean() });

export type FromPlane = z.infer<typeof FromPlane>;

export function readFromPlane(message: unknown): FromPlane | null {
  return FromPlane.safeParse(message).data ?? null;
}

export function tellStarter(message: FromPlane): void {
  process.send?.(message);
}

export function toStop({ isReplaced }: { readonly isReplaced: boolean }): z.infer<typeof ToPlane> {
  return { closedLoop: "stop", isReplaced };
}

export function readStop(message: unknown): { readonly isReplaced: boolean } | null {
  return ToPlane.safeParse(message).data ?? null;
}
