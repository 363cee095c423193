import { usePathname, useSearchParams } from "next/navigation";
import { LinkButton } from "../../forms/link-button";

interface OtherPagesProps {
  readonly start: string | null;
  /** The next, older page, for visitors without JavaScript. */
  readonly next: string | null;
}

export function OtherPages({ start, next }: OtherPagesProps) {
  const path = usePathname();
  const values = useSearchParams();
  const addressOf = (cursor: string | null) => {
    const to = new URLSearchParams(values);
    if (cursor) to.set("cursor", cursor);
    else to.delete("cursor");
    return to.size > 0 ? `${path}?${to}` : path;
  };
  if (start === null && next === null) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-between">
      {start === null ? (
        <span />
      ) : (
        <LinkButton size="small" href={addressOf(null)}>
          Newest
        </LinkButton>
      )}
      {next === null ? null : (
        <LinkButton size="small" href={addressOf(next)}>
          Older
        </LinkButton>
      )}
    </nav>
  );
}
