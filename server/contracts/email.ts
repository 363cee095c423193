/**
 * An email address in ASCII. The top-level domain may be one of another script, whose ASCII form has digits and hyphens:
 * `xn--p1ai` is `рф`.
 */
export const EMAIL =
  /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/;
