"use client";

import { useState } from "react";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { StoredCheck } from "@/components/ui/feedback/stored-check";
import { Button } from "@/components/ui/forms/button";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { CopyCode } from "@/components/ui/values/copy-code";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isStored, setStored] = useState(false);
  const text = codes.join("\n");
  return (
    <>
      <DialogBody>
        <div className="flex items-start gap-2 rounded-8 border border-line p-4">
          <ul className="grid flex-1 grid-cols-2 gap-x-4 gap-y-2 font-mono text-14">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyCode what="the recovery codes" text={text} />
        </div>
        <DownloadButton name="closed-loop-recovery-codes.txt" text={`${text}\n`}>
          Download codes
        </DownloadButton>
        <StoredCheck label="I have stored the codes" isStored={isStored} onChange={setStored} />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" size="large" isWide disabled={!isStored} onClick={onDone}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
