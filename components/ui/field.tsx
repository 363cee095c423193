import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldProps extends Omit<ComponentProps<"input">, "className" | "id"> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Stands before the text, such as a currency. */
  readonly prefix?: string;
}

/** Label above, help under, and what is wrong in its place. 16 px, or phones would zoom in. */
export function Field({ label, help, error, prefix, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <div
        className={clsx(
          "flex h-11 items-center rounded-8 border bg-page focus-within:outline-2 focus-within:outline-accent",
          error ? "border-bad" : "border-line-strong",
        )}
      >
        {prefix ? (
          <span aria-hidden className="pl-3 text-14 text-muted">
            {prefix}
          </span>
        ) : null}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="h-full w-full min-w-0 rounded-8 bg-transparent px-3 text-16 tabular-nums outline-none placeholder:text-muted"
        />
      </div>
      {note ? (
        <p id={`${id}-note`} className={clsx("flex items-start gap-1 text-13", error ? "text-bad" : "text-muted")}>
          {error ? <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> : null}
          <span>{note}</span>
        </p>
      ) : null}
    </div>
  );
}
