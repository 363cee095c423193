import { CodeBlock } from "./code-block";
import { CopyButton } from "./copy-button";

interface CopyBlockProps {
  readonly label: string;
  /** What is copied, where that is not what is shown. */
  readonly copies?: string;
  readonly children: string;
}

/** Code or data with its name above and a button that copies all of it. */
export function CopyBlock({ label, copies, children }: CopyBlockProps) {
  return (
    <div>
      <div className="mb-2 flex min-h-9 items-center justify-between gap-4">
        <h3 className="text-14 font-medium">{label}</h3>
        <CopyButton text={copies ?? children}>Copy</CopyButton>
      </div>
      <CodeBlock label={label}>{children}</CodeBlock>
    </div>
  );
}
