import localFont from "next/font/local";

/*
 * Used only where they are there in time: a text that is drawn stays as it is, so that nothing moves. Who comes back has
 * them. What they have no letters for is shown in the system's font, and so is code: it is there from the first line on.
 */

export const text = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-text",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: "Arial",
});
