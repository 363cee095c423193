"use client";

import type { ComponentProps } from "react";
import { useIsHydrated } from "./use-is-hydrated";

/** A button without a look. Disabled until hydrated: earlier clicks would be lost, or submit the form natively. */
export function PlainButton({ disabled, ...rest }: ComponentProps<"button">) {
  const isHydrated = useIsHydrated();
  return <button type="button" {...rest} disabled={disabled || !isHydrated} />;
}
