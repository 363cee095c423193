import { browserTexts } from "@/components/ui/storage/kept-texts";

const PLACE = "closed-loop.after-reset";

/** Remembers the target page of a user who forgot their password, because the link in the email doesn't contain it. */
export function rememberNext(next: string): void {
  browserTexts.keep(PLACE, next);
}

/** Returns the remembered page and forgets it. Null: none. */
export function recallNext(): string | null {
  const next = browserTexts.read(PLACE);
  browserTexts.keep(PLACE, null);
  return next;
}
