export const SMALL =
  "inline-flex h-9 items-center gap-1.5 rounded-8 px-2.5 text-13 font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-text aria-pressed:bg-hover aria-pressed:text-text";
