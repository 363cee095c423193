const STEPS = [1, 2, 2.5, 5, 10];

/** Round values from 0 to at least `max`, evenly spaced, for an axis: at most `count` steps. `[0, 1]` where `max` is 0. */
export function niceTicks(max: number, count = 4): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const rough = max / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((candidate) => candidate * power >= rough) ?? 10) * power;
  const steps = Math.ceil(max / step);
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}
