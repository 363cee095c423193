import { clsx } from "clsx";
import { niceTicks } from "./nice-ticks";

/** Labels that fit below the chart; narrow charts show every second one. */
const MOST_NAMES = 8;

interface ChartPoint {
  readonly id: string;
  readonly name: string;
  /** Null: no data, which isn't zero. */
  readonly value: number | null;
  /** The value in the same hour or day of the previous period. */
  readonly before: number | null;
}

/** The hovered point, shared by all charts of a page. */
export interface Cursor {
  readonly at: number | null;
  readonly setAt: (at: number | null) => void;
}

interface Props {
  readonly points: readonly ChartPoint[];
  /** Amounts are bars; rates are points on a line from 0 to 1. */
  readonly shape: "bars" | "line";
  readonly formatTick: (value: number) => string;
  readonly formatValue: (value: number) => string;
  readonly cursor: Cursor;
}

/**
 * Values over time with the previous period behind them, drawn as plain elements, so that it renders on the server without
 * measuring. Hidden from screen readers: put a table with the same figures beside it.
 */
export function TimeChart({ points, shape, formatTick, formatValue, cursor }: Props) {
  const ticks =
    shape === "line"
      ? [0, 0.5, 1]
      : niceTicks(Math.max(0, ...points.map(({ value, before }) => Math.max(value ?? 0, before ?? 0))));
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
        {/* Keeps the column as wide as its widest label. */}
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
        <div className="absolute inset-0 flex" onPointerLeave={() => cursor.setAt(null)}>
          {points.map(({ id, value }, i) => (
            <div
              key={id}
              className={clsx("relative flex-1", cursor.at === i && "bg-hover")}
              onPointerEnter={() => cursor.setAt(i)}
            >
              {value === null ? null : <Mark shape={shape} height={percentOf(value, top)} />}
            </div>
          ))}
        </div>
        <Line values={points.map(({ before }) => before)} top={top} isBefore />
        {shape === "line" ? <Line values={points.map(({ value }) => value)} top={top} /> : null}
        <Looked points={points} at={cursor.at} format={formatValue} />
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
      className="absolute left-1/2 size-[0.375rem] -translate-x-1/2 translate-y-1/2 rounded-full bg-accent"
      style={{ bottom: height }}
    />
  );
}

interface LookedProps {
  readonly points: readonly ChartPoint[];
  readonly at: number | null;
  readonly format: Props["formatValue"];
}

function Looked({ points, at, format }: LookedProps) {
  const point = at === null ? undefined : points[at];
  if (at === null || !point) return null;
  const isLeft = at < points.length / 2;
  const formatOrDash = (value: number | null) => (value === null ? "–" : format(value));
  return (
    <p
      className="pointer-events-none absolute top-0 z-10 w-max rounded-8 border border-line bg-page p-2 text-13 tabular-nums"
      style={
        isLeft
          ? { left: `${((at + 1) / points.length) * 100}%` }
          : { right: `${((points.length - at) / points.length) * 100}%` }
      }
    >
      {point.name}
      <span className="block text-text">{formatOrDash(point.value)}</span>
      <span className="block">before: {formatOrDash(point.before)}</span>
    </p>
  );
}

interface LineProps {
  readonly values: readonly (number | null)[];
  readonly top: number;
  readonly isBefore?: boolean;
}

/** Connects neighbors that both have a value; gaps stay open. */
function Line({ values, top, isBefore = false }: LineProps) {
  const path = values
    .flatMap((value, i) => {
      if (value === null) return [];
      const isJoined = i > 0 && values[i - 1] !== null;
      return [`${isJoined ? "L" : "M"}${i + 0.5} ${1 - value / top}`];
    })
    .join("");
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${values.length} 1`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <path
        d={path}
        fill="none"
        stroke={isBefore ? "var(--muted)" : "var(--accent)"}
        strokeWidth={isBefore ? 1.5 : 2}
        {...(isBefore ? { strokeDasharray: "4 3" } : {})}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
