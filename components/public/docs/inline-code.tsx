import { Marked } from "@/components/ui/values/marked";

const CODE = /`([^`]*)`/;

/** Text of the contracts, where backticks mark code. */
export function InlineCode({ text }: { readonly text: string }) {
  return (
    <Marked text={text} pattern={CODE}>
      {(code) => <code>{code}</code>}
    </Marked>
  );
}
