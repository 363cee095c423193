"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { classesOf, type Style } from "./button-look";
import { useHoldingDialog } from "./hold";
import { useIsHydrated } from "./use-is-hydrated";

type ButtonProps = Style & Omit<ComponentProps<"button">, "className"> & { readonly isBusy?: boolean };

/**
 * A button that shows a spinner and ignores clicks while busy, and then also keeps its dialog open. Disabled until hydrated:
 * earlier clicks would be lost, or submit the form natively.
 */
export function Button({ look, size, isWide, isBusy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  const isHydrated = useIsHydrated();
  useHoldingDialog(isBusy);
  const isOff = disabled || isBusy;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || !isHydrated}
      // `aria-disabled` rather than `disabled`, which would make the browser drop the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(classesOf({ look, size, isWide }), isOff && "opacity-60")}
    >
      {isBusy ? <Spinner /> : null}
      <span className="contents">{children}</span>
    </button>
  );
}

/** Plain CSS: buttons appear on pages that load no icons. */
function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent opacity-80"
    />
  );
}
