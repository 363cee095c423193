"use client";

import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { classesOf, type Style } from "./button-look";
import { useHoldingDialog } from "./hold";
import { PlainButton } from "./plain-button";

type ButtonProps = Style & Omit<ComponentProps<"button">, "className"> & { readonly isBusy?: boolean };

/**
 * A button that shows a spinner and ignores clicks while busy, and then also keeps its dialog open.
 */
export function Button({ look, size, isWide, isBusy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  useHoldingDialog(isBusy);
  const isOff = disabled || isBusy;
  return (
    <PlainButton
      {...rest}
      disabled={disabled}
      // `aria-disabled` rather than `disabled`, which would make the browser drop the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={clsx(classesOf({ look, size, isWide }), isOff && "opacity-60")}
    >
      {isBusy ? <Spinner /> : null}
      <span className="contents">{children}</span>
    </PlainButton>
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
