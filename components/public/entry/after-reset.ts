const PLACE = "closed-loop.after-reset";

/** Where someone wanted to go who has forgotten their password: the page that the email's link opens knows nothing of it. */
export function rememberNext(next: string): void {
  localStorage.setItem(PLACE, next);
}

/** The same in this browser, once. Null: nowhere. */
export function recallNext(): string | null {
  const next = localStorage.getItem(PLACE);
  localStorage.removeItem(PLACE);
  return next;
}
