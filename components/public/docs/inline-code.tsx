import { Marked } from "@/components/ui/values/marked";

const CODE = /`([^`]*)`/;

/** Renders contract texts, in which backticks mark code. */
export function InlineCode({ text }: { readonly text: string }) {
  return (
    <Marked text={text} pattern={CODE}>
      {(code) => <code translate="no">{code}</code>}
    </Marked>
  );
}
