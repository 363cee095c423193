"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "../forms/button";
import { DialogBody, DialogFooter } from "./dialog";

interface DialogFormProps {
  readonly form: ComponentProps<"form">;
  readonly action: string;
  readonly isBusy: boolean;
  readonly isDanger?: boolean;
  readonly isOff?: boolean;
  /** An error that concerns no single field. */
  readonly failure?: string | undefined;
  readonly note?: string;
  readonly children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const { form, action, isBusy, isDanger = false, isOff, failure, note, children } = props;
  return (
    <form {...form} className="flex min-h-0 flex-1 flex-col">
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        {failure ? (
          <p role="alert" className="flex items-start gap-1.5 text-14 text-bad">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" /> {failure}
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
        {note ? <p className="text-center text-13 text-muted">{note}</p> : null}
      </DialogFooter>
    </form>
  );
}
