"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import type { ImportPreview } from "@/server/trpc/types";
import { useTenant } from "../../shell/use-tenant";
import { ChooseFile } from "./choose-file";
import { PreviewRows } from "./preview-rows";

interface ImportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title="Import members"
      purpose="From a CSV file. You see a preview before anything is created."
    >
      <Steps onDone={onClose} />
    </Dialog>
  );
}

function Steps({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const [shown, setShown] = useState<{ readonly text: string; readonly preview: ImportPreview } | null>(null);
  const [text, setText] = useState("");
  const preview = useMutation(trpc.tenant.memberImports.preview.mutationOptions());
  const look = (text: string) =>
    preview.mutate({ ...place, text }, { onSuccess: (preview) => setShown({ text, preview }) });
  if (shown) return <PreviewRows {...shown} onBack={() => setShown(null)} onDone={onDone} />;
  return (
    <ChooseFile
      text={text}
      onText={(text) => {
        setText(text);
        preview.reset();
      }}
      isBusy={preview.isPending}
      failure={preview.error ? messageOf(preview.error) : undefined}
      look={look}
    />
  );
}
