"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { classesOf, type Style } from "./button-look";
import { useHoldingDialog } from "./hold";
import { useIsHydrated } from "./use-is-hydrated";

type ButtonProps = Style & Omit<ComponentProps<"button">, "className"> & { readonly isBusy?: boolean };

/**
 * Says what it does; while it does it, it turns and can't be pressed again, nor can the dialog it stands in be left.
 * Nor can it before the page's scripts are there, when a press would be lost or the browser would send the form by
 * itself.
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
      // Not disabled while it works: the browser would drop the focus of the pressed button.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(classesOf({ look, size, isWide }), isOff && "opacity-60")}
    >
      {isBusy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** Drawn by its border: buttons stand on pages that load no icons. */
function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent opacity-80"
    />
  );
}
