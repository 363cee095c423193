import { signInAgainAt } from "./sign-in-again";

/** Fields that a person has typed into. */
const typed = new WeakSet<EventTarget>();
/** Asks for the password in place; null where nothing on the page can. */
let ask: (() => void) | null = null;
let isLeaving = false;

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

/** The session was ended elsewhere: everything on the page goes, also what was read before, unless a form is half filled. */
export function leaveSignedOut(): void {
  if (isLeaving) return;
  if (ask && isHalfFilled()) ask();
  else location.assign(signInAgainAt(location, "ended"));
}
