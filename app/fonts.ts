import localFont from "next/font/local";

/*
 * Used only where they are there in time: a text that is drawn stays as it is, so that nothing moves. Who comes back has
 * them. What they have no letters for is shown in the system's font.
 */

export const text = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-text",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: "Arial",
});

/** Few pages begin with code, and on a slow line the font of code would come before what the page says. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  variable: "--font-code",
  weight: "100 800",
  display: "optional",
  adjustFontFallback: false,
  preload: false,
});
