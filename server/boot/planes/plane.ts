import type { Server } from "node:net";
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
  /** The plane's event loop turns. */
  z.object({ closedLoop: z.literal("alive") }),
  /** The plane with the port asks for the socket that it is held by. */
  z.object({ closedLoop: z.literal("asks for port") }),
  /** It listens: its socket comes along, so that the port outlives the process. */
  z.object({ closedLoop: z.literal("listens") }),
  /** The plane lost something essential that a restart won't bring back. */
  z.object({ closedLoop: z.literal("failed"), reason: z.string() }),
]);
const Stop = z.object({ closedLoop: z.literal("stop") });
/** The socket that the port is held by comes along, unless nobody listened yet. */
const PortHeld = z.object({ closedLoop: z.literal("port") });

export const ALIVE_EVERY_MS = 1_000;

export type FromPlane = z.infer<typeof FromPlane>;

export function readFromPlane(message: unknown): FromPlane | null {
  return FromPlane.safeParse(message).data ?? null;
}

export function tellStarter(message: FromPlane, socket?: unknown): void {
  // Node sends any socket with a handle of its own; its types know of whole servers only.
  process.send?.(message, socket as Server | undefined);
}

/** Lets the starter notice if this process hangs. */
export function startHeartbeat(): void {
  setInterval(() => tellStarter({ closedLoop: "alive" }), ALIVE_EVERY_MS).unref();
}

export const PORT_HELD: z.infer<typeof PortHeld> = { closedLoop: "port" };

/** The socket at which an earlier process listened; undefined if this is the first. */
export async function requestPort(): Promise<unknown> {
  return await new Promise((resolve) => {
    const hear = (message: unknown, socket: unknown) => {
      if (!PortHeld.safeParse(message).success) return;
      process.off("message", hear);
      resolve(socket);
    };
    process.on("message", hear);
    tellStarter({ closedLoop: "asks for port" });
  });
}

export const STOP: z.infer<typeof Stop> = { closedLoop: "stop" };

export function isStop(message: unknown): boolean {
  return Stop.safeParse(message).success;
}
