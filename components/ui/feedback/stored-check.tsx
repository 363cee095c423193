"use client";

import { Checkbox } from "../forms/checkbox";
import { useHeld } from "../forms/use-held";

interface StoredCheckProps {
  readonly label: string;
  readonly isStored: boolean;
  readonly onChange: (isStored: boolean) => void;
}

/** Holds the page until the user confirms to have stored the values. */
export function StoredCheck({ label, isStored, onChange }: StoredCheckProps) {
  useHeld(!isStored);
  return (
    <Checkbox isChecked={isStored} onChange={onChange}>
      {label}
    </Checkbox>
  );
}
