import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { borderOf, Labelled, type LabelledProps } from "./labelled";
import { useIsHydrated } from "./use-is-hydrated";

interface FieldProps extends LabelledProps, Omit<ComponentProps<"input">, "className" | "id"> {
  readonly prefix?: string;
}

/** A single-line field. Below 16 px, phones would zoom in. */
export function Field({ label, help, error, prefix, ...input }: FieldProps) {
  const isHydrated = useIsHydrated();
  return (
    <Labelled label={label} help={help} error={error}>
      {(ties) => (
        <div
          className={clsx("flex h-11 items-center focus-within:outline-2 focus-within:outline-accent", borderOf(error))}
        >
          {prefix ? (
            <span aria-hidden className="pl-3 text-14 text-muted">
              {prefix}
            </span>
          ) : null}
          <input
            {...input}
            {...ties}
            // React would undo what was typed into a controlled field before it hydrated.
            readOnly={input.readOnly || (input.value !== undefined && !isHydrated)}
            className="h-full w-full min-w-0 rounded-8 bg-transparent px-3 text-16 tabular-nums outline-none placeholder:text-muted"
          />
        </div>
      )}
    </Labelled>
  );
}
