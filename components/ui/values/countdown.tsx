import { formatTimeLeft, useLeft } from "./use-left";

const RADIUS = 9;
const AROUND = 2 * Math.PI * RADIUS;

export function Countdown({ from, until }: { readonly from: string; readonly until: string }) {
  const { seconds, share } = useLeft(from, until);
  return (
    <span role="timer" className="inline-flex items-center gap-2 text-14 text-muted tabular-nums">
      <svg viewBox="0 0 24 24" aria-hidden className="size-6 -rotate-90">
        <circle cx="12" cy="12" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="3" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          fill="none"
          stroke={seconds < 60 ? "var(--warn)" : "var(--accent)"}
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      {seconds > 0 ? `${formatTimeLeft(seconds)} left` : "Time is up"}
    </span>
  );
}
