/** Text of the contracts, where backticks mark code. */
export function InlineCode({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never move
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}
