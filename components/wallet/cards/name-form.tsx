"use client";

import { clsx } from "clsx";
import { Check, Pencil } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useId, useState } from "react";
import { nameCard } from "@/components/shared/cards/name-card";
import { changedFields } from "@/components/shared/forms/changed";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { CARD_TINTS, type CardTint, MAX_CARD_NAME } from "@/server/contracts/portal/wallet/card-tints";
import { capitalized } from "@/server/contracts/text/capitalized";
import type { Card } from "@/server/trpc/types";
import { tintClass } from "./card-look";

export function NameCard({ card }: { readonly card: Card }) {
  return (
    <FormDialog
      size="small"
      icon={Pencil}
      button="Name and color"
      title="Name and color"
      purpose="Only you see them."
      form={(done) => <Form card={card} onDone={done} />}
    />
  );
}

/** The form's value for no tint, which shows the issuer's color. */
const ISSUER = "issuer";

function Form({ card, onDone }: { readonly card: Card; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { id } = card;
  // What is read again while the form is open doesn't count as seen.
  const [seen] = useState({ name: card.name, tint: card.tint });
  const { draft, change, field, form } = useForm({
    start: { name: seen.name ?? "", tint: seen.tint ?? ISSUER } as { name: string; tint: CardTint | typeof ISSUER },
    schema: () => import("@/server/contracts/portal/wallet/cards").then((contract) => contract.CardLookInput),
    toInput: ({ name, tint }) => ({
      id,
      ...changedFields(seen, { name: name.trim() || null, tint: tint === ISSUER ? null : tint }),
      seen,
    }),
    mutation: trpc.wallet.cards.name.mutationOptions(),
    variables: (input) => input,
    onSent: () => {
      toast.success("Card saved", draft.name.trim() ? { description: draft.name.trim() } : {});
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Save">
      <Field
        {...field("name")}
        label="Name"
        maxLength={MAX_CARD_NAME}
        autoComplete="off"
        placeholder={nameCard(id)}
        help="What you use it for, like Groceries."
      />
      <TintChoice value={draft.tint} onChange={(tint) => change({ tint })} />
    </DialogForm>
  );
}

interface TintChoiceProps {
  readonly value: CardTint | typeof ISSUER;
  readonly onChange: (value: CardTint | typeof ISSUER) => void;
}

function TintChoice({ value, onChange }: TintChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-14 font-medium">
        Color
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as TintChoiceProps["value"])}
        className="flex flex-wrap gap-2"
      >
        {([ISSUER, ...CARD_TINTS] as const).map((tint) => (
          <RadioGroup.Item
            key={tint}
            value={tint}
            aria-label={tint === ISSUER ? "Issuer’s color" : capitalized(tint)}
            title={tint === ISSUER ? "Issuer’s color" : capitalized(tint)}
            className={clsx(
              "grid size-11 place-items-center rounded-8 border outline-offset-2",
              tintClass(tint === ISSUER ? null : tint),
            )}
          >
            <RadioGroup.Indicator>
              <Check aria-hidden className="size-5" />
            </RadioGroup.Indicator>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
