export function PaidMark() {
  return (
    <svg viewBox="0 0 160 160" aria-hidden className="size-40 overflow-visible text-good">
      <circle cx="80" cy="80" r="64" fill="none" stroke="currentColor" strokeWidth="2" className="animate-wave" />
      <circle cx="80" cy="80" r="64" fill="var(--good-fill)" />
      <circle
        cx="80"
        cy="80"
        r="64"
        fill="none"
        stroke="currentColor"
        strokeWidth="6"
        strokeLinecap="round"
        pathLength={1}
        strokeDasharray={1}
        transform="rotate(-90 80 80)"
        className="animate-draw"
      />
      <path
        d="M52 82l20 20 38-42"
        fill="none"
        stroke="currentColor"
        strokeWidth="8"
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength={1}
        strokeDasharray={1}
        className="animate-draw-late"
      />
    </svg>
  );
}
