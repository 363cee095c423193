"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { OnboardTenantInput, TIERS } from "@/server/contracts/network";
import { issuesOf, messageOf, useTRPC } from "../trpc/client";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog";
import { Field } from "../ui/field";
import { useNetwork } from "./use-network";

type Tier = (typeof TIERS)[number];
type Issues = Readonly<Record<string, string>>;

interface Draft {
  readonly title: string;
  readonly slug: string;
  readonly mcc: string;
  readonly tier: Tier;
}

const NOTHING: Draft = { title: "", slug: "", mcc: "5999", tier: "standard" };

/** What is wrong with a draft, by field. */
function issuesIn(draft: Draft): Issues {
  const parsed = OnboardTenantInput.safeParse(draft);
  if (parsed.success) return {};
  const found = parsed.error.issues.map(({ path, message }) => [path.join("."), message] as const).reverse();
  const issues = Object.fromEntries(found);
  return draft.title === "" ? { ...issues, title: "Enter the organisation’s name." } : issues;
}

export function OnboardTenant() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Onboard tenant
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Onboard a tenant"
        purpose="It gets a default merchant in live and test. Live keys wait for your approval."
      >
        <OnboardForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function OnboardForm({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { place, at } = useNetwork();
  const [draft, setDraft] = useState(NOTHING);
  const [issues, setIssues] = useState<Issues>({});
  const form = useRef<HTMLFormElement>(null);
  const onboard = useMutation(
    trpc.networkTenants.onboard.mutationOptions({
      onSuccess: async ({ slug }) => {
        toast.success(`${draft.title} is onboarded`);
        onDone();
        router.push(at(`/network/tenants/${slug}`));
        await queryClient.invalidateQueries(trpc.networkTenants.pathFilter());
      },
      onError: (error) => setIssues(issuesOf(error)),
    }),
  );
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setIssues({});
  };
  const check = (field: keyof Draft) => {
    const message = draft[field] === "" ? undefined : issuesIn(draft)[field];
    setIssues(message ? { ...issues, [field]: message } : issues);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = issuesIn(draft);
    setIssues(found);
    const first = (["title", "slug", "mcc"] as const).find((field) => found[field]);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    onboard.mutate({ ...place, ...draft });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-1 flex-col">
      <DialogBody>
        <Field
          label="Name"
          name="title"
          autoComplete="off"
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
          onBlur={() => check("title")}
          error={issues.title}
        />
        <Field
          label="Slug"
          name="slug"
          autoComplete="off"
          value={draft.slug}
          onChange={(event) => change({ slug: event.target.value })}
          onBlur={() => check("slug")}
          error={issues.slug}
          help="In the address of its pages. It stays."
        />
        <Field
          label="Merchant category (MCC)"
          name="mcc"
          inputMode="numeric"
          autoComplete="off"
          value={draft.mcc}
          onChange={(event) => change({ mcc: event.target.value })}
          onBlur={() => check("mcc")}
          error={issues.mcc}
          help="Of its default merchants."
        />
        <Choice
          label="Rate limit tier"
          options={TIERS.map((tier) => ({ value: tier, label: tier }))}
          value={draft.tier}
          onChange={(tier) => change({ tier })}
        />
      </DialogBody>
      <DialogFooter>
        {onboard.error && Object.keys(issues).length === 0 ? (
          <p role="alert" className="text-14 text-bad">
            {messageOf(onboard.error)}
          </p>
        ) : null}
        <Button type="submit" look="primary" size="large" isWide isBusy={onboard.isPending}>
          Onboard tenant
        </Button>
      </DialogFooter>
    </form>
  );
}
