"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Choice } from "@/components/ui/forms/choice";
import { Field } from "@/components/ui/forms/field";
import { TIERS } from "@/server/contracts/choices";
import { capitalized } from "@/server/contracts/text/capitalized";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

const MAX_SLUG = 40;

interface Draft {
  readonly title: string;
  /** Null: derived from the name. */
  readonly slug: string | null;
  readonly mcc: string;
  readonly tier: (typeof TIERS)[number];
}

const START: Draft = { title: "", slug: null, mcc: "5999", tier: "standard" };

/** `Café Müller & Co`: cafe-muller-co. */
function slugOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, "");
}

const slugIn = ({ title, slug }: Draft) => slug ?? slugOf(title);

export function OnboardTenant() {
  return (
    <OwnLoginOnly>
      <FormDialog
        look="primary"
        icon={Plus}
        button="Onboard tenant"
        title="Onboard a tenant"
        purpose="It starts with a default merchant. Live keys need your approval."
        form={(done) => <Form onDone={done} />}
      />
    </OwnLoginOnly>
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { place, at } = useNetwork();
  const { draft, change, field, issues, form } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/network/network").then((contract) => contract.OnboardTenantInput),
    toInput: (typed) => ({ ...typed, slug: slugIn(typed) }),
    mutation: trpc.network.tenants.onboard.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ slug }) => {
      toast.success(`${draft.title} is onboarded`);
      onDone();
      router.push(at(`/network/tenants/${slug}`));
    },
  });
  return (
    <DialogForm {...form} action="Onboard tenant">
      <Field {...field("title")} label="Name" autoComplete="off" />
      <Field
        label="Slug"
        name="slug"
        autoComplete="off"
        value={slugIn(draft)}
        onChange={({ target }) => change({ slug: target.value })}
        error={issues.slug}
        help="Used in the URL. It can’t be changed later."
      />
      <Field
        {...field("mcc")}
        label="Merchant category (MCC)"
        inputMode="numeric"
        autoComplete="off"
        help="For its default merchants."
      />
      <Choice
        label="Rate limit tier"
        options={TIERS.map((tier) => ({ value: tier, label: capitalized(tier) }))}
        value={draft.tier}
        onChange={(tier) => change({ tier })}
      />
    </DialogForm>
  );
}
