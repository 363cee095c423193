export const BRAND = "inline-flex min-w-0 items-center gap-2 text-14 font-semibold";

/** A picture, and its sides in pixels. */
export interface MarkLogo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface MarkProps {
  readonly name?: string | undefined;
  /** In place of the network's own mark. */
  readonly logo?: MarkLogo | null | undefined;
}

/** Whose place it is: a tenant's logo, or two rings in one another: who takes the money and who gives it, one loop. */
export function Mark({ name = "Closed Loop", logo }: MarkProps) {
  return (
    <>
      {logo ? (
        // biome-ignore lint/performance/noImgElement: it is served as it was uploaded; no server of ours decodes it
        <img
          src={logo.url}
          alt=""
          width={logo.width}
          height={logo.height}
          // Most logos are drawn for white.
          className="h-7 w-auto max-w-28 shrink-0 rounded-4 bg-white object-contain p-0.5"
        />
      ) : (
        <svg viewBox="0 0 28 20" aria-hidden className="h-5 w-7 shrink-0">
          <circle cx="10" cy="10" r="7" fill="none" stroke="currentColor" strokeWidth="3" />
          <circle cx="18" cy="10" r="7" fill="none" stroke="var(--accent)" strokeWidth="3" />
        </svg>
      )}
      <span className="line-clamp-2 min-w-0 leading-5 wrap-break-word">{name}</span>
    </>
  );
}
