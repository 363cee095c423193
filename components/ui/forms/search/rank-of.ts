import { foldText } from "@/server/contracts/text/fold-text";

/** Matches if each word occurs, in any order. An earlier first word ranks higher. */
export function rankOf(value: string, typed: string): number {
  const text = foldText(value);
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return 1 / (1 + text.indexOf(words[0] ?? ""));
}
