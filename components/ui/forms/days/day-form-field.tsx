import type { ComponentProps } from "react";
import { Labelled, type LabelledProps } from "../labelled";
import { DayInput } from "./day-input";

type DayFormFieldProps = LabelledProps & Omit<ComponentProps<typeof DayInput>, "shape" | "ties">;

export function DayFormField({ label, help, error, ...day }: DayFormFieldProps) {
  return (
    <Labelled label={label} help={help} error={error}>
      {(ties) => <DayInput shape="field" ties={ties} {...day} />}
    </Labelled>
  );
}
