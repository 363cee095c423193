import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export interface LabelledProps {
  readonly label: string;
  readonly help?: ReactNode;
  /** Shown in place of `help`. */
  readonly error?: string | undefined;
}

interface FrameProps extends LabelledProps {
  readonly count?: ReactNode;
  readonly children: (ties: {
    readonly id: string;
    readonly "aria-invalid": true | undefined;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

export function Labelled({ label, help, error, count, children }: FrameProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": note ? `${id}-note` : undefined,
      })}
      {error ? (
        <WrongNote id={`${id}-note`} count={count}>
          {error}
        </WrongNote>
      ) : help ? (
        <p id={`${id}-note`} className="flex items-start gap-1 text-13 text-muted">
          <span className="flex-1">{help}</span>
          {count}
        </p>
      ) : null}
    </div>
  );
}

interface WrongNoteProps {
  readonly id?: string;
  readonly count?: ReactNode;
  readonly children: ReactNode;
}

export function WrongNote({ id, count, children }: WrongNoteProps) {
  return (
    <p {...(id ? { id } : {})} className="flex items-start gap-1 text-13 text-bad">
      <Alert />
      <span className="flex-1">{children}</span>
      {count}
    </p>
  );
}

/** Inline: forms appear on pages that load no icons. */
function Alert() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      className="mt-0.5 size-4 shrink-0"
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4m0 4h.01" />
    </svg>
  );
}

export function borderOf(error: string | undefined): string {
  return clsx("rounded-8 border bg-page", error ? "border-bad" : "border-line-strong");
}
