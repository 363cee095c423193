const STEPS = [1, 2, 2.5, 5, 10];

/** Evenly spaced round values from 0 to at least `max`, with at most `count` steps. `[0, 1]` if `max` is 0. */
export function niceTicks(max: number, count = 4): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const steps = Math.ceil(max / step);
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
