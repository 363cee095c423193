export const BRAND = "inline-flex min-w-0 items-center gap-2 text-14 font-semibold";

/** Two rings in one another: who takes the money and who gives it, one loop. */
export function Mark({ name = "Closed Loop" }: { readonly name?: string | undefined }) {
  return (
    <>
      <svg viewBox="0 0 28 20" aria-hidden className="h-5 w-7 shrink-0">
        <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="3" />
        <circle cx="18" cy="10" r="7" fill="none" stroke="var(--accent)" strokeWidth="3" />
      </svg>
      <span className="min-w-0 truncate">{name}</span>
    </>
  );
}
