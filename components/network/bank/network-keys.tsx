"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { KeyUse } from "@/components/shared/console/key-use";
import { AddressesField } from "@/components/shared/forms/addresses-field";
import { useForm } from "@/components/shared/forms/use-form";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownOnce } from "@/components/ui/feedback/show-once";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { Field } from "@/components/ui/forms/field";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { ListedNetworkKey } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";

type Key = ListedNetworkKey;

/** Keys with which programs of the operator bring statements and read reserves. */
export function NetworkKeys() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const keys = useQuery(trpc.network.bank.keys.queryOptions(place));
  const [leaving, setLeaving] = useState<Key | null>(null);
  const revoke = useMutation(
    trpc.network.bank.revokeKey.mutationOptions({
      onSuccess: () => {
        toast.success("Network key revoked", { description: leaving?.label });
        setLeaving(null);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const actionOf = (key: Key) =>
    key.revokedAt ? null : (
      <OwnLoginOnly>
        <Button size="small" aria-label={`Revoke ${key.label}`} onClick={() => setLeaving(key)}>
          Revoke
        </Button>
      </OwnLoginOnly>
    );
  const columns: Column<Key>[] = [
    { id: "label", minWidth: 170, isText: true, header: "Name", cell: (key) => <Named {...key} /> },
    { id: "key", minWidth: 150, header: "Key", cell: ({ keyId }) => <CopyId id={keyId} /> },
    { id: "created", minWidth: 120, header: "Created", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    { id: "used", minWidth: 120, header: "Last used", cell: (key) => <KeyUse {...key} /> },
    { id: "actions", minWidth: 96, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: actionOf },
  ];
  return (
    <section>
      <SectionHead title="Network keys">
        <OwnLoginOnly>
          <CreateKey />
        </OwnLoginOnly>
      </SectionHead>
      <Unread what="The network keys" query={keys} rows={2} />
      {keys.data?.length === 0 ? (
        <Empty icon={KeyRound} title="No network keys">
          With one, a program of yours sends statements to POST /v1/bank-statements and reads GET /v1/reserves.
        </Empty>
      ) : null}
      {keys.data && keys.data.length > 0 ? (
        <DataTable
          label="Network keys"
          columns={columns}
          rows={keys.data}
          keyOf={({ id }) => id}
          listRow={(key) => (
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 text-13 text-muted">
                <Named {...key} />
                <CopyId id={key.keyId} />
                <span className="block">
                  {key.lastUsedAt && !key.revokedAt ? "Used " : ""}
                  <KeyUse {...key} />
                </span>
              </span>
              {actionOf(key)}
            </span>
          )}
        />
      ) : null}
      <TypedConfirm
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Revoke the network key"
        word={leaving?.label ?? ""}
        action="Revoke key"
        isBusy={revoke.isPending}
        onConfirm={() => (leaving ? revoke.mutate({ ...place, id: leaving.id }) : undefined)}
      >
        Every request with it is refused from now on. This can’t be undone.
      </TypedConfirm>
    </section>
  );
}

function Named({ label, allowedAddresses, expiresAt, revokedAt }: Key) {
  const count = allowedAddresses.length;
  return (
    <>
      <span className="block text-14 font-medium wrap-anywhere text-text">{label}</span>
      {count > 0 ? (
        <span className="block text-13 text-muted">{`${count} IP ${count === 1 ? "address" : "addresses"}`}</span>
      ) : null}
      {expiresAt && !revokedAt ? (
        <span className="block text-13 text-muted">
          Works until <Time at={expiresAt} />
        </span>
      ) : null}
    </>
  );
}

/** Shows the key once, and forgets it when the dialog closes. */
function CreateKey() {
  return (
    <FormDialog<string>
      size="small"
      icon={Plus}
      button="Create key"
      title="New network key"
      purpose="It brings bank statements and reads reserves of this environment. It reaches nothing of a tenant."
      form={(done) => <Form onCreated={done} />}
      shown={{
        title: "Store the network key now",
        of: (key, close) => (
          <ShownOnce
            values={[{ label: "Network key", value: key, variable: "CLOSED_LOOP_NETWORK_KEY" }]}
            fileName="network.env"
            onDone={close}
          >
            Anyone with it can bring statements that fund members, and see what the network owes.
          </ShownOnce>
        ),
      }}
    />
  );
}

interface Draft {
  readonly label: string;
  readonly allowedAddresses: readonly string[];
  readonly expiresOn: string;
}

const START: Draft = { label: "", allowedAddresses: [], expiresOn: "" };

function Form({ onCreated }: { readonly onCreated: (key: string) => void }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { draft, change, field, form, issues } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/network/bank").then((contract) => contract.NewNetworkKeyInput),
    toInput: ({ expiresOn, ...typed }, key) => ({ ...typed, key, ...(expiresOn ? { expiresOn } : {}) }),
    mutation: trpc.network.bank.createKey.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: ({ key }) => onCreated(key),
  });
  return (
    <DialogForm {...form} action="Create key">
      <Field
        {...field("label")}
        label="Name"
        autoComplete="off"
        placeholder="Bank connector"
        help="Shown here and in the audit log."
      />
      <AddressesField
        addresses={draft.allowedAddresses}
        onChange={(allowedAddresses) => change({ allowedAddresses })}
        error={issues.allowedAddresses}
      />
      <DayFormField
        field="expiresOn"
        label="Stops working on"
        help="Optional. It stops as the day begins, UTC."
        value={draft.expiresOn}
        onChange={(expiresOn) => change({ expiresOn })}
        error={issues.expiresOn}
        presets={comingDays}
      />
    </DialogForm>
  );
}
