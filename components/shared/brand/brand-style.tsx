import type { Tones } from "@/server/contracts/brand/tones";

/** A tenant's tones by the tokens of the style sheet. */
export const TOKENS = [
  ["accent", "--accent"],
  ["accentFill", "--accent-fill"],
  ["button", "--button"],
  ["buttonHover", "--button-hover"],
] as const;

/** A tenant's tones in place of the network's, on the whole page: dialogs and toasts hang on its root. */
export function BrandStyle({ tones }: { readonly tones: Tones | null | undefined }) {
  if (!tones) return null;
  const lines = TOKENS.map(([name, token]) => `${token}:light-dark(${tones[name].light}, ${tones[name].dark})`);
  return <style>{`:root{${lines.join(";")}}`}</style>;
}
