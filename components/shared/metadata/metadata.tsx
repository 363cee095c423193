import { clsx } from "clsx";
import { SectionHead } from "@/components/ui/layout/page-head";

/** Metadata as the API's caller sent it; values that aren't strings are shown as JSON. Both may be long and in any script. */
export function Metadata({
  title = "Metadata",
  isDense = false,
  pairs,
}: {
  readonly title?: string;
  readonly isDense?: boolean;
  readonly pairs: Readonly<Record<string, unknown>>;
}) {
  const entries = Object.entries(pairs);
  if (entries.length === 0) return null;
  return (
    <section className="@container min-w-0">
      <SectionHead title={title} />
      <dl
        className={clsx(
          "divide-y divide-line rounded-8 border border-line px-4 text-14",
          isDense && "lg:px-3 lg:text-13 lg:*:grid-cols-2 lg:*:py-1.5",
        )}
      >
        {entries.map(([key, value]) => (
          <div key={key} className="grid grid-cols-1 gap-x-4 py-2.5 @min-[30rem]:grid-cols-2">
            <dt className="min-w-0 wrap-anywhere text-muted">
              <bdi>{key}</bdi>
            </dt>
            <dd className={clsx("min-w-0 wrap-anywhere @min-[30rem]:text-right", isDense && "lg:text-right")}>
              <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
