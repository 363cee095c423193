export const BRAND = "inline-flex min-w-0 items-center gap-2 text-14 font-semibold";

/** Width and height in pixels. */
export interface MarkLogo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

interface MarkProps {
  readonly name?: string | undefined;
  readonly logo?: MarkLogo | null | undefined;
}

/** A tenant's logo, or the network's two linked rings: acquirer and issuer in one loop. */
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
          // Most logos are designed for a white background.
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
