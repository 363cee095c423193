import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { borderOf, Labelled, type LabelledProps } from "./labelled";

interface NoteFieldProps extends LabelledProps, Omit<ComponentProps<"textarea">, "className" | "id" | "value"> {
  readonly value: string;
  readonly max: number;
}

export function NoteField({ label, help, error, max, ...text }: NoteFieldProps) {
  const left = max - text.value.trim().length;
  return (
    <Labelled
      label={label}
      help={help}
      error={error}
      count={<span className="tabular-nums">{left < max / 5 ? left : null}</span>}
    >
      {(ties) => (
        <textarea
          {...text}
          {...ties}
          rows={3}
          className={clsx("w-full resize-none px-3 py-2 text-16 focus-visible:outline-offset-0", borderOf(error))}
        />
      )}
    </Labelled>
  );
}
