"use client";

import { Upload } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { useLazyWhenOpen } from "@/components/ui/layout/use-lazy-when-open";

const loadDialog = () => import("./import/import-dialog").then((module) => module.ImportDialog);

export function ImportMembers() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Box = useLazyWhenOpen(loadDialog, isOpen, close);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Upload aria-hidden className="size-4" /> Import CSV
      </Button>
      {Box ? <Box isOpen={isOpen} onClose={close} /> : null}
    </>
  );
}
