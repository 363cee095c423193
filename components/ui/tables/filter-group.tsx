"use client";

import { createContext, type ReactNode, useContext } from "react";

/** True in the filter sheet on a phone. */
export const FilterSheetContext = createContext(false);

interface FilterGroupProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The label is visible in the filter sheet, and for screen readers only above a list. */
export function FilterGroup({ label, children }: FilterGroupProps) {
  const isInSheet = useContext(FilterSheetContext);
  return (
    <fieldset className="flex min-w-0 max-w-full flex-wrap items-center gap-2">
      <legend className={isInSheet ? "mb-2 text-14 font-medium" : "sr-only"}>{label}</legend>
      {children}
    </fieldset>
  );
}
