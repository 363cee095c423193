import { clsx } from "clsx";

type Look = "primary" | "secondary" | "quiet" | "danger";

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "bg-button text-white hover:bg-button-hover",
  secondary: "border border-line bg-page text-text hover:bg-hover",
  quiet: "text-text hover:bg-hover",
  danger: "bg-danger text-white hover:opacity-90",
};

const SIZES = { large: "h-12 px-5 text-16", medium: "h-11 px-4 text-14 lg:h-10", small: "h-9 px-3 text-13" } as const;

export interface Style {
  readonly look?: Look | undefined;
  readonly size?: keyof typeof SIZES | undefined;
  readonly isWide?: boolean | undefined;
}

export function classesOf({ look = "secondary", size = "medium", isWide = false }: Style): string {
  const base =
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-8 font-medium whitespace-nowrap select-none transition-colors";
  return clsx(base, LOOKS[look], SIZES[size], isWide && "w-full");
}
