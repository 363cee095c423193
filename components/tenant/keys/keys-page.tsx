"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Field } from "@/components/ui/forms/field";
import { Toggle } from "@/components/ui/forms/toggle";
import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { ListedKey } from "@/server/trpc/types";
import { LiveGate, useIsOpen, useSetUp } from "../shell/live-gate";
import { KeyRestrictions } from "./key-restrictions";
import { KeysTable } from "./keys-table";
import { type FreshKey, ShownKey } from "./shown-key";

export function KeysPage() {
  const trpc = useTRPC();
  const place = usePlace();
  const isOpen = useIsOpen();
  const canCreate = useSetUp("manage_keys");
  const keys = useQuery(trpc.tenant.keys.list.queryOptions(place));
  const working = keys.data?.filter(({ revokedAt }) => !revokedAt) ?? [];
  const revoked = keys.data?.filter(({ revokedAt }) => revokedAt) ?? [];
  return (
    <>
      <ConsoleHead
        title="API keys"
        purpose="Your servers authenticate with these keys."
        action={canCreate ? <CreateKey /> : null}
      />
      <LiveGate what="live keys" />
      <Unread what="Your API keys" query={keys} rows={3} />
      {isOpen && keys.data && working.length === 0 ? (
        <Empty icon={KeyRound} title="No API keys">
          {canCreate ? "Create one to make your first request." : "No one has created one yet."}
        </Empty>
      ) : null}
      {working.length > 0 ? <KeysTable label="API keys" keys={working} /> : null}
      {revoked.length > 0 ? <Revoked keys={revoked} /> : null}
    </>
  );
}

function Revoked({ keys }: { readonly keys: readonly ListedKey[] }) {
  return (
    <details className="mt-6">
      <summary className="mb-3 inline-flex h-9 cursor-pointer items-center rounded-8 px-2 text-14 text-muted hover:bg-hover">
        Revoked keys ({keys.length})
      </summary>
      <KeysTable label="Revoked API keys" keys={keys} />
    </details>
  );
}

interface KeyDraft {
  readonly label: string;
  readonly requireSignature: boolean;
  readonly scopes: readonly TenantScope[];
  readonly allowedAddresses: readonly string[];
}

const NEW_KEY: KeyDraft = { label: "", requireSignature: false, scopes: TENANT_SCOPES, allowedAddresses: [] };

/** Shows the key pair once, and forgets the secret when the dialog closes. */
function CreateKey() {
  return (
    <FormDialog<FreshKey>
      look="primary"
      icon={Plus}
      button="Create key"
      title="New API key"
      isInAddress
      form={(done) => <KeyForm onCreated={done} />}
      shown={{ title: "Store the secret now", of: (fresh, close) => <ShownKey fresh={fresh} onDone={close} /> }}
    />
  );
}

function KeyForm({ onCreated }: { readonly onCreated: (fresh: FreshKey) => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { draft, change, field, form, issues } = useForm({
    start: NEW_KEY,
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewApiKeyInput),
    mutation: trpc.tenant.keys.create.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: onCreated,
  });
  return (
    <DialogForm {...form} action="Create key">
      <Field
        {...field("label")}
        label="Name"
        autoComplete="off"
        placeholder="Checkout server"
        help="Shown here and in the audit log."
      />
      <Toggle
        label="Require signatures"
        help="Requests without a valid X-Signature are refused. You can change this later."
        isOn={draft.requireSignature}
        onChange={(requireSignature) => change({ requireSignature })}
      />
      <KeyRestrictions {...draft} onChange={change} issues={issues} />
    </DialogForm>
  );
}
