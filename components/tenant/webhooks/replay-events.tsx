"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";
import type { ReplayChoice } from "./replay-dialog";

const loadDialog = () => import("./replay-dialog").then((module) => module.ReplayDialog);

interface ReplayEventsProps {
  /** Null: chosen in the dialog. */
  readonly id: string | null;
  readonly initial: Partial<ReplayChoice>;
  readonly size?: "small";
}

/** Replays events of the last 30 days to a webhook, after a preview of their number. */
export function ReplayEvents({ size, ...asked }: ReplayEventsProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const ReplayDialog = useLazyWhenOpen(loadDialog, isOpen, close);
  return (
    <>
      <Button {...(size ? { size } : {})} onClick={() => setOpen(true)}>
        <RotateCw aria-hidden className="size-4" /> Replay events
      </Button>
      {ReplayDialog && isOpen ? <ReplayDialog {...asked} onClose={close} /> : null}
    </>
  );
}
