"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { DialogBody, DialogFooter } from "./dialog";

interface DialogFormProps {
  readonly form: ComponentProps<"form">;
  /** What the button does. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly isOff?: boolean;
  /** What went wrong and belongs to no field. */
  readonly failure?: string | undefined;
  readonly children: ReactNode;
}

/** A form that fills a dialog: its fields scroll, its one action stays. */
export function DialogForm({ form, action, isBusy, isDanger = false, isOff, failure, children }: DialogFormProps) {
  return (
    <form {...form} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="text-14 text-bad">
            {failure}
          </p>
        ) : null}
        <Button
          type="submit"
          look={isDanger ? "danger" : "primary"}
          size="large"
          isWide
          isBusy={isBusy}
          disabled={isOff ?? false}
        >
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
