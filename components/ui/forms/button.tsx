"use client";

import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import Link from "next/link";
import type { ComponentProps } from "react";
import { useHoldingDialog } from "./hold";
import { useIsHydrated } from "./use-is-hydrated";

type Look = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "bg-button text-white hover:bg-button-hover",
  secondary: "border border-line bg-page text-text hover:bg-hover",
  quiet: "text-text hover:bg-hover",
  danger: "bg-danger text-white hover:opacity-90",
};

const SIZES = { large: "h-12 px-5 text-16", medium: "h-11 px-4 text-14 lg:h-10", small: "h-9 px-3 text-13" } as const;

interface Style {
  readonly look?: Look | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  readonly isWide?: boolean | undefined;
}

function classesOf({ look = "secondary", size = "medium", isWide = false }: Style): string {
  const base =
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-8 font-medium whitespace-nowrap select-none transition-colors";
  return clsx(base, LOOKS[look], SIZES[size], isWide && "w-full");
}

type ButtonProps = Style & Omit<ComponentProps<"button">, "className"> & { readonly isBusy?: boolean };

/**
 * Says what it does; while it does it, it turns and can't be pressed again, nor can the dialog it stands in be left. Nor can it before the page's scripts are
 * there, when a press would be lost or the browser would send the form by itself.
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
      {isBusy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
      {children}
    </button>
  );
}

type LinkButtonProps = Style & Omit<ComponentProps<typeof Link>, "className">;

/** Looks like a button and goes somewhere. */
export function LinkButton({ look, size, isWide, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={classesOf({ look, size, isWide })} />;
}
