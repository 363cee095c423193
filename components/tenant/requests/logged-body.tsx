import { CodeBlock } from "@/components/ui/values/code-block";

interface KeptBodyProps {
  readonly label: string;
  readonly body: string;
  /** The size of the whole body, which may be truncated. */
  readonly bytes: number;
}

export function LoggedBody({ label, body, bytes }: KeptBodyProps) {
  const kept = new TextEncoder().encode(body).length;
  const isWhole = kept >= bytes;
  return (
    <div>
      <CodeBlock label={label} copies={body} isBounded>
        {isWhole ? JSON.stringify(JSON.parse(body), null, 2) : body}
      </CodeBlock>
      {isWhole ? null : (
        <p className="mt-2 text-13 text-muted">
          Truncated: the first {Math.round(kept / 1024)} KB of {Math.round(bytes / 1024)} KB are stored.
        </p>
      )}
    </div>
  );
}
