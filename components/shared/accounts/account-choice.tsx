"use client";

import { Money } from "@/components/shared/money/money";
import { Choice } from "@/components/ui/forms/choice";
import type { Account } from "@/server/trpc/types";
import { nameAccount } from "./name-account";

interface AccountChoiceProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  readonly value: string;
  readonly onChange: (account: string) => void;
}

export function AccountChoice({ label, accounts, value, onChange }: AccountChoiceProps) {
  return (
    <Choice
      label={label}
      layout="list"
      value={value}
      onChange={onChange}
      options={accounts.map(({ id, currency, available }) => ({
        value: id,
        label: nameAccount({ id, currency }),
        note: <Money amount={available} currency={currency} />,
      }))}
    />
  );
}
