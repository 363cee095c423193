import { publicUrl } from "@/server/platform/env";

declare const brand: unique symbol;

/** A line of an email in our name. Text by others in it is marked as theirs. Only this file makes one. */
export type Words = string & { readonly [brand]: "Words" };

/** A part of a sentence: our own word, or text by others that was made harmless. */
class Part {
  constructor(readonly text: string) {}
}

/** A name. */
const MAX_NAME = 80;
/** A message from a person to the reader. */
export const MAX_MESSAGE = 140;

/**
 * What others wrote, for an email: one line in quotation marks that nothing in it can close, cut to `max` characters.
 * Whatever would start a line, is not seen, or turns the reading direction around is gone, and no mail program finds an
 * address in it to make a link of.
 */
export function byOthers(text: string, max = MAX_NAME): Part {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/["“”„‟«»＂]/gu, "'")
    // "https://" and "evil.test" are links to many mail programs, "https: //" and "evil. test" to none.
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

/** A word that only we choose, or that the reader's own team did. */
export function own(text: string): Part {
  return new Part(text);
}

/** The one way to write a line of an email. A text put into it is by others unless `own` says otherwise. */
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
