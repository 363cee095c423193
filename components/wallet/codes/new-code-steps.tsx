"use client";

import type { Account, CreatedCode } from "@/server/trpc/types";
import { FreshCode } from "./fresh-code";
import { NewCodeForm } from "./new-code-form";

interface NewCodeStepsProps {
  readonly accounts: readonly Account[];
  readonly created: CreatedCode | null;
  readonly onCreated: (created: CreatedCode) => void;
  readonly onPaid: () => void;
  readonly onDone: () => void;
}

/** What a new code may do, and then the code. */
export function NewCodeSteps({ accounts, created, onCreated, onPaid, onDone }: NewCodeStepsProps) {
  if (created) return <FreshCode created={created} onPaid={onPaid} onDone={onDone} />;
  return <NewCodeForm accounts={accounts} onCreated={onCreated} />;
}
