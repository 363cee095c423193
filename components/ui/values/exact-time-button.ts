export interface ExactTimeProps {
  readonly at: string;
  readonly as: "local" | "relative" | "clock";
}

export const DOTTED =
  "min-h-6 rounded-4 text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-text";
