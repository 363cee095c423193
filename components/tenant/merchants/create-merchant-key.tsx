"use client";

import { Plus } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownOnce } from "@/components/ui/feedback/show-once";
import { Checkbox } from "@/components/ui/forms/checkbox";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { Field } from "@/components/ui/forms/field";
import { WrongNote } from "@/components/ui/forms/labelled";
import { MERCHANT_SCOPES, type MerchantScope } from "@/server/contracts/keys/merchant-scopes";
import type { Merchant } from "@/server/trpc/types";

const SCOPES: Readonly<Record<MerchantScope, string>> = {
  sale: "Take payments, capture, void, and undo its own sales for 10 minutes",
  refund: "Refund and reverse payments",
  read: "Read payments, settlements, and balances",
  manage: "Revoke agreements and manage webhooks",
};

interface Draft {
  readonly label: string;
  readonly scopes: readonly MerchantScope[];
  readonly expiresOn: string;
}

const START: Draft = { label: "", scopes: MERCHANT_SCOPES, expiresOn: "" };

/** Shows the key once, and forgets it when the dialog closes. */
export function CreateMerchantKey({ merchant }: { readonly merchant: Merchant }) {
  return (
    <FormDialog<string>
      size="small"
      icon={Plus}
      button="Create key"
      title="New merchant key"
      form={(done) => <Form merchant={merchant} onCreated={done} />}
      shown={{
        title: "Store the merchant key now",
        of: (key, close) => (
          <ShownOnce
            values={[{ label: "Merchant key", value: key, variable: "CLOSED_LOOP_MERCHANT_KEY" }]}
            fileName="merchant.env"
            onDone={close}
          >
            Anyone with it can act as {merchant.name}, within what the key may do.
          </ShownOnce>
        ),
      }}
    />
  );
}

function Form({ merchant, onCreated }: { readonly merchant: Merchant; readonly onCreated: (key: string) => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { draft, change, field, form, issues } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewMerchantKeyInput),
    toInput: ({ label, scopes, expiresOn }, key) => ({
      key,
      id: merchant.id,
      scopes,
      ...(label ? { label } : {}),
      ...(expiresOn ? { expiresOn } : {}),
    }),
    mutation: trpc.tenant.merchants.createKey.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ key }) => onCreated(key),
  });
  const toggle = (scope: MerchantScope, isOn: boolean) =>
    change({ scopes: MERCHANT_SCOPES.filter((one) => (one === scope ? isOn : draft.scopes.includes(one))) });
  return (
    <DialogForm {...form} action="Create key">
      <Field {...field("label")} label="Name" autoComplete="off" placeholder="Till 3" help="Optional." />
      <fieldset aria-invalid={issues.scopes ? true : undefined} tabIndex={-1} className="outline-none">
        <legend className="mb-1 text-14 font-medium">The key may</legend>
        {MERCHANT_SCOPES.map((scope) => (
          <Checkbox key={scope} isChecked={draft.scopes.includes(scope)} onChange={(isOn) => toggle(scope, isOn)}>
            {SCOPES[scope]}
          </Checkbox>
        ))}
        {issues.scopes ? <WrongNote>{issues.scopes}</WrongNote> : null}
      </fieldset>
      <DayFormField
        field="expiresOn"
        label="Stops working on"
        help="Optional. It stops as the day begins, UTC."
        value={draft.expiresOn}
        onChange={(expiresOn) => change({ expiresOn })}
        error={issues.expiresOn ?? issues.expiresAt}
        presets={comingDays}
      />
    </DialogForm>
  );
}
