import localFont from "next/font/local";

/*
 * `display: optional`: a font that loads late isn't swapped in, so nothing shifts; returning visitors have it cached.
 * Characters outside the Latin subset, and code, use the system's font.
 */

export const text = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  variable: "--font-text",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: "Arial",
});
