import { clsx } from "clsx";
import { niceTicks } from "./nice-ticks";

/** How many names fit under the chart; every second of them under a narrow one. */
const MOST_NAMES = 8;

interface ChartPoint {
  readonly id: string;
  /** In the tooltip and below the axis. */
  readonly name: string;
  /** Null: nothing to show, which is not zero. */
  readonly value: number | null;
}

interface Props {
  readonly points: readonly ChartPoint[];
  /** An amount is a bar; a part of a whole is a dot on a line from 0 to 1. */
  readonly shape: "bars" | "line";
  readonly formatTick: (value: number) => string;
  /** The value in the tooltip. */
  readonly formatValue: (value: number) => string;
}

/**
 * Values over time, drawn with plain elements: it needs no script, no measuring, and is there with the page. For the
 * eye alone: the same figures must stand in a table beside it.
 */
export function TimeChart({ points, shape, formatTick, formatValue }: Props) {
  const ticks = shape === "line" ? [0, 0.5, 1] : niceTicks(Math.max(0, ...points.map(({ value }) => value ?? 0)));
  const top = ticks.at(-1) ?? 1;
  const every = Math.ceil(points.length / MOST_NAMES);
  return (
    <div
      aria-hidden
      className="@container grid h-52 grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 gap-y-1 pt-2 text-12 text-muted"
    >
      <div className="relative">
        {ticks.map((tick) => (
          <span key={tick} className="absolute right-0 translate-y-1/2" style={{ bottom: percentOf(tick, top) }}>
            {formatTick(tick)}
          </span>
        ))}
        {/* Holds the column as wide as its widest name. */}
        {ticks.map((tick) => (
          <span key={tick} className="invisible block h-0">
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        {ticks.map((tick) => (
          <div
            key={tick}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: percentOf(tick, top) }}
          />
        ))}
        {shape === "line" ? <Line points={points} /> : null}
        <div className="absolute inset-0 flex">
          {points.map(({ id, name, value }, i) => (
            <div key={id} className="group relative flex-1 hover:bg-hover/50">
              {value === null ? null : <Mark shape={shape} height={percentOf(value, top)} />}
              <p
                className={clsx(
                  "pointer-events-none absolute top-0 z-10 hidden w-max rounded-8 border border-line bg-page p-2 text-13 group-hover:block",
                  i < points.length / 2 ? "left-full" : "right-full",
                )}
              >
                {name}
                <span className="block text-text">{value === null ? "–" : formatValue(value)}</span>
              </p>
            </div>
          ))}
        </div>
      </div>
      <div className="col-start-2 flex h-4">
        {points.map(({ id, name }, i) => (
          <div key={id} className="relative flex-1">
            {i % every === 0 ? (
              <span
                className={clsx(
                  "absolute left-1/2 -translate-x-1/2 whitespace-nowrap",
                  (i / every) % 2 === 1 && "@max-md:hidden",
                )}
              >
                {name}
              </span>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}

function percentOf(value: number, top: number): string {
  return `${(100 * value) / top}%`;
}

function Mark({ shape, height }: { readonly shape: Props["shape"]; readonly height: string }) {
  if (shape === "bars") {
    return (
      <div className="absolute inset-x-[12%] bottom-0 mx-auto max-w-12 rounded-t-4 bg-accent" style={{ height }} />
    );
  }
  return (
    <div
      className="absolute left-1/2 size-[6px] -translate-x-1/2 translate-y-1/2 rounded-full bg-accent"
      style={{ bottom: height }}
    />
  );
}

/** Joins neighbors that both have a value; a gap stays a gap. */
function Line({ points }: { readonly points: readonly ChartPoint[] }) {
  const path = points
    .flatMap(({ value }, i) => {
      if (value === null) return [];
      const isJoined = i > 0 && points[i - 1]?.value !== null;
      return [`${isJoined ? "L" : "M"}${i + 0.5} ${1 - value}`];
    })
    .join("");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${points.length} 1`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      <path d={path} fill="none" stroke="var(--accent)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
