"use client";

import { CircleAlert } from "lucide-react";
import type { FormEvent, ReactNode, RefObject } from "react";
import { Button } from "../ui/button";
import { DialogBody, DialogFooter } from "../ui/dialog";

interface MoneyFormProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: (event: FormEvent) => void;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  /** What the button does: "Capture $5.00". */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** A form in a dialog, with its one button and what went wrong above it. */
export function MoneyForm({ form, onSubmit, failure, isBusy, action, isDanger = false, children }: MoneyFormProps) {
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="flex items-start gap-1.5 text-14 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {failure}
          </p>
        ) : null}
        <Button type="submit" look={isDanger ? "danger" : "primary"} isWide isBusy={isBusy}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
