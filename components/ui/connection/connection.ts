import { useSyncExternalStore } from "react";

/**
 * `offline`: the device has no network. `lost`: it has, and we can't be reached through it. `outdated`: we can be, and a
 * part of the page still can't be loaded, as after an update of the app.
 */
type Connection = "online" | "offline" | "lost" | "outdated";

/** So long we wait for a sign of life, and so long until we ask for the next. */
const ANSWER_MS = 1_000;
const AGAIN_MS = 2_000;

let connection: Connection = "online";
let isAsking = false;
/** Since it was lost, something was asked for that could not be loaded. */
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
  // Any answer will do: what is asked for is whether there is one.
  return fetch("/v1/health", { method: "HEAD", cache: "no-store", signal }).then(
    () => true,
    // Slow is not lost.
    (error) => error instanceof DOMException && error.name === "TimeoutError",
  );
}

/** A part of the page that was asked for could not be loaded: says so, and why. */
export async function noteMissingPart(): Promise<void> {
  hasMissed = true;
  announce();
  if (isAsking) return;
  if (await isReachable()) change("outdated");
  else void noteFailure();
}

/** Something could not be fetched: asks whether anything can, until it can. */
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

/** Whether something that was asked for meanwhile did not come. */
export function useHasMissed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasMissed,
    () => false,
  );
}
