"use client";

import { useState, useSyncExternalStore } from "react";
import { Choice } from "@/components/ui/forms/choice";
import { applyTheme, readTheme, type Theme } from "@/components/ui/layout/theme";

const OPTIONS = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

const never = () => () => undefined;

export function ThemeChoice() {
  const stored = useSyncExternalStore<Theme>(never, readTheme, () => "system");
  const [chosen, setChosen] = useState<Theme | null>(null);
  return (
    <Choice<Theme>
      label="On this device"
      options={OPTIONS}
      value={chosen ?? stored}
      onChange={(theme) => {
        setChosen(theme);
        applyTheme(theme);
      }}
    />
  );
}
