"use client";

import { type ReactNode, useState } from "react";
import { Confirm } from "@/components/ui/feedback/confirm";
import { Button } from "@/components/ui/forms/button";
import { OwnLoginOnly } from "./own-login";

interface SuspendProps {
  readonly name: string;
  readonly status: "active" | "suspended";
  readonly children: ReactNode;
  readonly isBusy: boolean;
  readonly onChange: (status: "active" | "suspended") => void;
}

export function Suspend({ name, status, children, isBusy, onChange }: SuspendProps) {
  const [isAsking, setAsking] = useState(false);
  if (status === "suspended") {
    return (
      <OwnLoginOnly>
        <Button look="primary" isBusy={isBusy} onClick={() => onChange("active")}>
          Reactivate
        </Button>
      </OwnLoginOnly>
    );
  }
  return (
    <OwnLoginOnly>
      <Button onClick={() => setAsking(true)}>Suspend</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Suspend ${name}?`}
        action="Suspend"
        isBusy={isBusy}
        onConfirm={() => onChange("suspended")}
      >
        {children}
      </Confirm>
    </OwnLoginOnly>
  );
}

export function formatSuspended(name: string, status: string): string {
  return status === "suspended" ? `${name} is suspended` : `${name} is active again`;
}
