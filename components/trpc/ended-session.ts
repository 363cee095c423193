import { signInAgainAt } from "./sign-in-again";

/** Fields that a person has typed into. */
const typed = new WeakSet<EventTarget>();
/** Asks for the password in place; null where nothing on the page can. */
let ask: (() => void) | null = null;
let isLeaving = false;
/** How often the person has signed in again on this page. */
let sessions = 0;
const streams = new Set<() => void>();

/** Lets a half-filled form wait for its person to sign in again. Returns how to end it. */
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

/** What leaving would lose: text in a dialog or a form, but for a search, which the address keeps. */
function isHalfFilled(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>(
    ":is([role=dialog], form) :is(input:not([type=search]), textarea, select)",
  );
  return [...fields].some((field) => typed.has(field) && field.value !== "");
}

/**
 * Runs what ends this very session. The stream hears of that too, and must not take the person to "You were signed
 * out" while they are on their way out by themselves.
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

/** The session was replaced in place. What an answer to the one before says no longer counts, and streams begin anew. */
export function noteSignedInAgain(): void {
  sessions += 1;
  for (const restart of streams) restart();
}

/** Begins a stream anew for each session. Returns how to end that. */
export function restartForEachSession(restart: () => void): () => void {
  streams.add(restart);
  return () => streams.delete(restart);
}

/** Does what `leaveSignedOut` does, unless the person has signed in again since this was called. */
export function leaveUnlessSignedInSince(): () => void {
  const asked = sessions;
  return () => {
    if (asked === sessions) leaveSignedOut();
  };
}

/** The session was ended elsewhere: everything on the page goes, also what was read before, unless a form is half filled. */
export function leaveSignedOut(): void {
  if (isLeaving) return;
  if (ask && isHalfFilled()) ask();
  else location.assign(signInAgainAt(location, "ended"));
}
