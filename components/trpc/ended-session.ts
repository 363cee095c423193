import { signInAgainAt } from "./sign-in-again";

const typed = new WeakSet<EventTarget>();
/** Asks for the password in a dialog. Null: no component on the page can. */
let ask: (() => void) | null = null;
let isLeaving = false;
/** How often the user has signed in again on this page. */
let sessions = 0;
const streams = new Set<() => void>();

/** Registers the dialog that lets a half-filled form survive the end of its session. Returns the unsubscribe function. */
export function onSessionEnd(askInPlace: () => void): () => void {
  const note = ({ target }: Event) => {
    if (target) typed.add(target);
  };
  document.addEventListener("input", note, true);
  ask = askInPlace;
  return () => {
    document.removeEventListener("input", note, true);
    ask = null;
  };
}

/** Leaving would lose text in a dialog or form. A search field doesn't count: the URL keeps its text. */
function isHalfFilled(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    ":is([role=dialog], form) :is(input:not([type=search]), textarea, select)",
  );
  return [...fields].some((field) => typed.has(field) && field.value !== "");
}

/**
 * Runs an action that ends the current session. Suppresses the redirect to "You were signed out", because the live stream hears
 * of the end too.
 */
export async function whileLeaving(end: () => Promise<void>): Promise<void> {
  isLeaving = true;
  try {
    await end();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
}

/** The session was replaced in place: ignore errors of the previous one, and restart streams. */
export function noteSignedInAgain(): void {
  sessions += 1;
  for (const restart of streams) restart();
}

/** Calls `restart` after each new sign-in. Returns the unsubscribe function. */
export function restartForEachSession(restart: () => void): () => void {
  streams.add(restart);
  return () => streams.delete(restart);
}

/** Returns a `leaveSignedOut` that does nothing if the user has signed in again since this call. */
export function leaveUnlessSignedInSince(): () => void {
  const asked = sessions;
  return () => {
    if (asked === sessions) leaveSignedOut();
  };
}

/**
 * The session was ended elsewhere. Leaves the page, so that no data stays on it, or asks for the password if a form is half
 * filled.
 */
export function leaveSignedOut(): void {
  if (isLeaving) return;
  if (ask && isHalfFilled()) ask();
  else location.assign(signInAgainAt(location, "ended"));
}
