import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";

type Look = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "bg-button text-white hover:bg-button-hover",
  secondary: "border border-line bg-page text-text hover:bg-hover",
  quiet: "text-text hover:bg-hover",
  danger: "bg-danger text-white hover:opacity-90",
};

const SIZES = { large: "h-12 px-5 text-16", medium: "h-11 px-4 text-14 lg:h-10", small: "h-9 px-3 text-13" } as const;

interface Style {
  readonly look?: Look;
  readonly size?: keyof typeof SIZES;
  readonly isWide?: boolean;
}

function classesOf({ look = "secondary", size = "medium", isWide = false }: Style): string {
  const base =
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-8 font-medium whitespace-nowrap select-none transition-colors disabled:opacity-60";
  return clsx(base, LOOKS[look], SIZES[size], isWide && "w-full");
}

type ButtonProps = Style & Omit<ComponentProps<"button">, "className"> & { readonly isBusy?: boolean };

/** Says what it does; while it does it, it turns and can't be pressed again. */
export function Button({ look, size, isWide, isBusy = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classesOf({ ...(look && { look }), ...(size && { size }), ...(isWide && { isWide }) })}
    >
      {isBusy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : null}
      {children}
    </button>
  );
}
