import { contrastOf, lighten, mixOf } from "./color";

interface Tone {
  readonly light: string;
  readonly dark: string;
}

/** Tokens of `app/globals.css` that a tenant's color replaces. */
export interface Tones {
  readonly accent: Tone;
  readonly accentFill: Tone;
  readonly button: Tone;
  readonly buttonHover: Tone;
}

/** Backgrounds of the accent, copied from `app/globals.css`; a test compares them. */
export const SURFACES = {
  light: ["#ffffff", "#f6f7f8", "#eef0f2"],
  dark: ["#0f1012", "#17191c", "#1f2226"],
} as const;

const WHITE = "#ffffff";
/** WCAG AA contrast of text, and of the edges of controls. */
const READABLE = 4.5;
const SEEN = 3;
const STEP = 0.01;
const MOST_STEPS = 100;
const FILL = { light: 0.1, dark: 0.22 } as const;
const HOVER = { light: -0.06, dark: -0.04 } as const;

function shift(color: string, step: number, isDone: (color: string) => boolean): string {
  let found = color;
  for (let steps = 1; steps <= MOST_STEPS && !isDone(found); steps += 1) found = lighten(color, steps * step);
  return found;
}

function tonesOn(scheme: "light" | "dark", color: string) {
  const [page] = SURFACES[scheme];
  const accentFill = mixOf(color, FILL[scheme], page);
  const grounds = [...SURFACES[scheme], accentFill];
  const away = scheme === "light" ? -STEP : STEP;
  const accent = shift(color, away, (one) => grounds.every((ground) => contrastOf(one, ground) >= READABLE));
  // White text must be readable on the button, and the button must stand out from the page.
  const seen = shift(color, STEP, (one) => scheme === "light" || contrastOf(one, page) >= SEEN);
  const button = shift(seen, -STEP, (one) => contrastOf(WHITE, one) >= READABLE);
  return { accent, accentFill, button, buttonHover: lighten(button, HOVER[scheme]) };
}

export function deriveTones(color: string): Tones {
  const [light, dark] = [tonesOn("light", color), tonesOn("dark", color)];
  const tone = (name: keyof Tones): Tone => ({ light: light[name], dark: dark[name] });
  return {
    accent: tone("accent"),
    accentFill: tone("accentFill"),
    button: tone("button"),
    buttonHover: tone("buttonHover"),
  };
}
