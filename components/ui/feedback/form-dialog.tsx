"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../forms/button";
import { useNewInAddress } from "../tables/use-new-in-address";
import { Dialog } from "./dialog";

interface FormDialogProps<Made> {
  readonly icon?: LucideIcon;
  readonly button: ReactNode;
  readonly look?: "primary" | "secondary";
  readonly size?: "small" | "medium";
  readonly title: string;
  readonly purpose?: string;
  /** `?new=1` opens it. */
  readonly isInAddress?: boolean;
  /** The form, remounted each time the dialog opens. It calls `done` with the server's answer. */
  readonly form: (done: (made: Made) => void) => ReactNode;
  /** Shown once after submitting, in the same dialog, which then can't be closed by accident. Closing forgets the answer. */
  readonly shown?: {
    readonly title: string;
    readonly purpose?: string;
    readonly of: (made: Made, close: () => void) => ReactNode;
  };
  readonly onClosed?: () => void;
  /** Places the button if its position varies; the dialog stays mounted. */
  readonly children?: ((button: ReactNode) => ReactNode) | undefined;
}

export function FormDialog<Made = void>(props: FormDialogProps<Made>) {
  const {
    icon: Icon,
    button,
    look = "secondary",
    size = "medium",
    title,
    purpose,
    isInAddress = false,
    form,
    shown,
  } = props;
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
      {Icon ? <Icon aria-hidden className="size-4" /> : null}
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
