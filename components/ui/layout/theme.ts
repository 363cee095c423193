/** In a cookie, so that the server renders the first paint in the right theme. */
export const THEME_COOKIE = "closed-loop.theme";

const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const A_YEAR_S = 365 * 24 * 60 * 60;

export function isTheme(text: string): text is Theme {
  return (THEMES as readonly string[]).includes(text);
}

export function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme ?? "system";
  return isTheme(theme) ? theme : "system";
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Lax${secure}`;
}
