import { publicUrl } from "@/server/platform/env";

declare const brand: unique symbol;

/** A line of an email in our name, with others' text marked as theirs. Only this file can make one. */
export type Words = string & { readonly [brand]: "Words" };

/** Our own words, or others' text made harmless. */
class Part {
  constructor(readonly text: string) {}
}

const MAX_NAME = 80;
export const MAX_MESSAGE = 140;

/**
 * Quotes others' text for an email: one line in quotation marks that it can't close, cut to `max` characters. Line breaks,
 * invisible characters, and bidi controls are removed, and no mail program finds a link in it.
 */
export function byOthers(text: string, max = MAX_NAME): Part {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/["“”„‟«»＂]/gu, "'")
    // Many mail programs turn "https://" and "evil.test" into links, but not "https: //" and "evil. test".
    .replace(/(?<=\p{L})([:：])(?=\S)/gu, "$1 ")
    .replace(/(?<=\S)([.．。｡․])(?=\p{L})/gu, "$1 ")
    .trim();
  const characters = [...line];
  return new Part(
    `“${
      characters.length > max
        ? `${characters
            .slice(0, max - 1)
            .join("")
            .trimEnd()}…`
        : line
    }”`,
  );
}

/** For words chosen by us, or by the reader's own team. */
export function own(text: string): Part {
  return new Part(text);
}

/** The only way to write a line of an email. An interpolated text counts as others' unless `own` marks it. */
export function words(parts: TemplateStringsArray, ...between: readonly (string | number | Part)[]): Words {
  const texts = between.map((value) => {
    if (typeof value === "number") return String(value);
    return (typeof value === "string" ? byOthers(value) : value).text;
  });
  return String.raw({ raw: parts }, ...texts) as Words;
}

/** A page of ours, alone in its paragraph. */
export function linkTo(path: `/${string}`): Words {
  return publicUrl(path) as Words;
}
