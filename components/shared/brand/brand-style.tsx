import type { Tones } from "@/server/contracts/brand/tones";

export const TOKENS = [
  ["accent", "--accent"],
  ["accentFill", "--accent-fill"],
  ["button", "--button"],
  ["buttonHover", "--button-hover"],
] as const;

/** Overrides the network's tones on `:root`, so that portaled dialogs and toasts use them too. */
export function BrandStyle({ tones }: { readonly tones: Tones | null | undefined }) {
  if (!tones) return null;
  const lines = TOKENS.map(([name, token]) => `${token}:light-dark(${tones[name].light}, ${tones[name].dark})`);
  return <style>{`:root{${lines.join(";")}}`}</style>;
}
