"use client";

import { useEffect } from "react";
import { Checkbox } from "./checkbox";

interface StoredCheckProps {
  readonly label: string;
  readonly isStored: boolean;
  readonly onChange: (isStored: boolean) => void;
}

/** "I have stored it": until then the browser asks before the page is left. */
export function StoredCheck({ label, isStored, onChange }: StoredCheckProps) {
  useEffect(() => {
    if (isStored) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isStored]);
  return (
    <Checkbox isChecked={isStored} onChange={onChange}>
      {label}
    </Checkbox>
  );
}
