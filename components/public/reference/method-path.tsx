import { Marked } from "@/components/ui/values/marked";

const TONES: Readonly<Record<string, string>> = {
  GET: "bg-accent-fill text-accent",
  POST: "bg-good-fill text-good",
  PATCH: "bg-warn-fill text-warn",
  PUT: "bg-warn-fill text-warn",
  DELETE: "bg-bad-fill text-bad",
};

const SLASH = /(\/)/;

/** Lets the path break only at slashes. */
export function MethodPath({ method, path }: { readonly method: string; readonly path: string }) {
  return (
    <code className="text-13 break-words">
      <span
        className={`mr-2 inline-block min-w-[2.875rem] rounded-4 px-1.5 text-center py-0.5 text-12 font-semibold ${TONES[method] ?? "bg-hover text-muted"}`}
      >
        {method}
      </span>
      <Marked text={path} pattern={SLASH}>
        {(slash) => (
          <>
            <wbr />
            {slash}
          </>
        )}
      </Marked>
    </code>
  );
}
