"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { KeyUse } from "@/components/shared/console/key-use";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { MERCHANT_SCOPES } from "@/server/contracts/keys/merchant-scopes";
import type { Merchant } from "@/server/trpc/types";
import { useSetUp } from "../shell/live-gate";
import { useTenant } from "../shell/use-tenant";
import { CreateMerchantKey } from "./create-merchant-key";

type Key = Merchant["keysOf"][number];

/** Keys with which the merchant's tills call /merchant/v1. Those of shared merchants are read-only. */
export function MerchantKeys({ merchant }: { readonly merchant: Merchant }) {
  const place = usePlace();
  const trpc = useTRPC();
  const { may } = useTenant();
  const canCreate = useSetUp("manage_keys") && !merchant.isShared;
  const [leaving, setLeaving] = useState<Key | null>(null);
  const revoke = useMutation(
    trpc.tenant.merchants.revokeKey.mutationOptions({
      onSuccess: () => {
        toast.success("Merchant key revoked", { description: leaving?.keyId });
        setLeaving(null);
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const actionOf = (key: Key) =>
    may("manage_keys") && !merchant.isShared && !key.revokedAt ? (
      <Button size="small" aria-label={`Revoke ${key.keyId}`} onClick={() => setLeaving(key)}>
        Revoke
      </Button>
    ) : null;
  const columns: Column<Key>[] = [
    { id: "key", minWidth: 136, header: "Key", cell: (key) => <Named {...key} /> },
    { id: "created", minWidth: 120, header: "Created", cell: ({ createdAt }) => <Time at={createdAt} as="relative" /> },
    { id: "used", minWidth: 120, header: "Last used", cell: (key) => <KeyUse {...key} /> },
    { id: "actions", minWidth: 96, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: actionOf },
  ];
  return (
    <section>
      <SectionHead title="Keys">{canCreate ? <CreateMerchantKey merchant={merchant} /> : null}</SectionHead>
      {merchant.keysOf.length === 0 ? (
        <NothingYet>No keys. It takes payments through your API keys only.</NothingYet>
      ) : (
        <DataTable
          label="Merchant keys"
          columns={columns}
          rows={merchant.keysOf}
          keyOf={({ id }) => id}
          listRow={(key) => (
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 text-13 text-muted">
                <Named {...key} />
                <span className="block">
                  {key.lastUsedAt && !key.revokedAt ? "Used " : ""}
                  <KeyUse {...key} />
                </span>
              </span>
              {actionOf(key)}
            </span>
          )}
        />
      )}
      <TypedConfirm
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Revoke the merchant key"
        word={merchant.name}
        action="Revoke key"
        isBusy={revoke.isPending}
        onConfirm={() =>
          leaving ? revoke.mutate({ ...place, merchantId: merchant.id, keyId: leaving.id }) : undefined
        }
      >
        Every till that sends{" "}
        <span translate="no" className="font-mono text-13 break-all text-text">
          {leaving?.keyId}
        </span>{" "}
        is refused from now on. This can’t be undone.
      </TypedConfirm>
    </section>
  );
}

function Named({ keyId, name, scopes, expiresAt }: Key) {
  const isRestricted = scopes.length < MERCHANT_SCOPES.length;
  const notes = [name, isRestricted ? scopes.join(", ") : null].filter((note) => note !== null);
  return (
    <>
      <CopyId id={keyId} />
      {notes.length > 0 ? <span className="block text-13 text-muted">{notes.join(" · ")}</span> : null}
      {expiresAt ? (
        <span className="block text-13 text-muted">
          Until <Time at={expiresAt} />
        </span>
      ) : null}
    </>
  );
}
