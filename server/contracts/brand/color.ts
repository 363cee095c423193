type Three = readonly [number, number, number];

export const HEX_COLOR = /^#[0-9a-f]{6}$/;

function channelsOf(hex: string): Three {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}

function hexOf(channels: Three): string {
  const digits = channels.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16));
  return `#${digits.map((pair) => pair.padStart(2, "0")).join("")}`;
}

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

function luminanceOf(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as unknown as Three;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast, from 1 (equal) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function mixOf(one: string, share: number, other: string): string {
  const [from, to] = [channelsOf(one), channelsOf(other)];
  const mix = (index: 0 | 1 | 2) => from[index] * share + to[index] * (1 - share);
  return hexOf([mix(0), mix(1), mix(2)]);
}

/** Changes lightness, keeping the hue; negative values darken. Uses OKLab, in which equal steps look equal. */
export function lighten(hex: string, by: number): string {
  const [red, green, blue] = channelsOf(hex).map(toLinear) as unknown as Three;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s + by;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear: Three = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
  return hexOf(linear.map((value) => fromLinear(Math.max(0, value))) as unknown as Three);
}
