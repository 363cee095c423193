const PLACE = "closed-loop.after-reset";

/** Remembers the target page of a user who forgot their password, because the link in the email doesn't contain it. */
export function rememberNext(next: string): void {
  localStorage.setItem(PLACE, next);
}

/** Returns the remembered page and forgets it. Null: none. */
export function recallNext(): string | null {
  const next = localStorage.getItem(PLACE);
  localStorage.removeItem(PLACE);
  return next;
}
