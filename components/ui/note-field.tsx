import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

interface NoteFieldProps extends Omit<ComponentProps<"textarea">, "className" | "id" | "value"> {
  readonly label: string;
  readonly value: string;
  readonly max: number;
  readonly help: string;
  readonly error?: string | undefined;
}

/** A few sentences; says how much room is left before it runs out. */
export function NoteField({ label, max, help, error, ...text }: NoteFieldProps) {
  const id = useId();
  const left = max - text.value.trim().length;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <textarea
        {...text}
        id={id}
        rows={3}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={clsx(
          "w-full resize-none rounded-8 border bg-page px-3 py-2 text-16 focus-visible:outline-offset-0",
          error ? "border-bad" : "border-line-strong",
        )}
      />
      <p id={`${id}-note`} className={clsx("flex items-start gap-1 text-13", error ? "text-bad" : "text-muted")}>
        {error ? <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> : null}
        <span className="flex-1">{error ?? help}</span>
        <span className="tabular-nums">{left < max / 5 ? left : null}</span>
      </p>
    </div>
  );
}
