"use client";

import { type ReactNode, useState } from "react";
import { Button } from "../forms/button";
import { useNewInAddress } from "../tables/use-new-in-address";
import { Dialog } from "./dialog";

interface FormDialogProps<Made> {
  /** The button that opens it. */
  readonly button: ReactNode;
  readonly look?: "primary" | "secondary";
  readonly size?: "small" | "medium";
  readonly title: string;
  /** One line below the title. */
  readonly purpose?: string;
  /** It is what `?new=1` opens on its page. */
  readonly isInAddress?: boolean;
  /** The form, mounted again at every opening; it calls `done` with what the server made. */
  readonly form: (done: (made: Made) => void) => ReactNode;
  /** What is shown once after it, in the same dialog, which then can't be left by accident. Closing forgets it. */
  readonly shown?: {
    readonly title: string;
    readonly purpose?: string;
    readonly of: (made: Made, close: () => void) => ReactNode;
  };
  readonly onClosed?: () => void;
  /** Where the button stands on a page that has it in one place or another; the dialog outlives it. */
  readonly children?: ((button: ReactNode) => ReactNode) | undefined;
}

/** A button, the form behind it, and what is shown once of what it made. */
export function FormDialog<Made = void>(props: FormDialogProps<Made>) {
  const { button, look = "secondary", size = "medium", title, purpose, isInAddress = false, form, shown } = props;
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<{ readonly it: Made } | null>(null);
  useNewInAddress(() => setOpen(true), isInAddress);
  const close = () => {
    setOpen(false);
    setMade(null);
    props.onClosed?.();
  };
  const head = made && shown ? shown : { title, purpose };
  const opener = (
    <Button look={look} size={size} onClick={() => setOpen(true)}>
      {button}
    </Button>
  );
  return (
    <>
      {props.children ? props.children(opener) : opener}
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={made !== null}
        title={head.title}
        {...(head.purpose ? { purpose: head.purpose } : {})}
      >
        {made && shown ? shown.of(made.it, close) : form((it) => (shown ? setMade({ it }) : close()))}
      </Dialog>
    </>
  );
}
