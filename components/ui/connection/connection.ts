import { useSyncExternalStore } from "react";

/**
 * `offline`: the device has no network. `lost`: the device is online, but the server can't be reached. `outdated`: the server
 * answers, but a part of the page can't be loaded, as after a deployment.
 */
type Connection = "online" | "offline" | "lost" | "outdated";

/** The timeout of a check, and the pause until the next. */
const ANSWER_MS = 1_000;
const AGAIN_MS = 2_000;

let connection: Connection = "online";
let isAsking = false;
/** A part of the page couldn't be loaded since the connection was lost. */
let hasMissed = false;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function change(to: Connection): void {
  if (connection === to) return;
  connection = to;
  announce();
}

async function isReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  // Any status counts as reachable.
  return fetch("/v1/health", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    // A slow server isn't lost.
    (error) => error instanceof DOMException && error.name === "TimeoutError",
  );
}

/** Call when a part of the page couldn't be loaded. Finds out why, and shows it. */
export async function noteMissingPart(): Promise<void> {
  hasMissed = true;
  announce();
  if (isAsking) return;
  if (await isReachable()) change("outdated");
  else void noteFailure();
}

/** Call when a request failed. Checks the connection until it is back. */
export async function noteFailure(): Promise<void> {
  if (isAsking || typeof window === "undefined") return;
  isAsking = true;
  while (!(await isReachable())) {
    change(navigator.onLine ? "lost" : "offline");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  isAsking = false;
  hasMissed = false;
  change("online");
}

const lose = () => {
  change("offline");
  void noteFailure();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener("offline", lose);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("offline", lose);
  };
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "online",
  );
}

export function useHasMissed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasMissed,
    () => false,
  );
}
