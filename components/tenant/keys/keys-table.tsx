"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, PenLine, RefreshCw } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { ActionsMenu } from "@/components/ui/layout/actions-menu";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { SmallTable } from "@/components/ui/tables/small-table";
import { TIME } from "@/components/ui/tables/sort/sort";
import type { DataTableProps } from "@/components/ui/tables/table-props";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import { TENANT_SCOPES } from "@/server/contracts/keys/tenant-scopes";
import type { ListedKey } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { nameOf } from "./name-of";
import { RollKey } from "./roll-key";

interface Open {
  readonly what: "roll" | "revoke";
  readonly key: ListedKey;
}

/** Shared keys are read-only. */
export function KeysTable({ label, keys }: { readonly label: string; readonly keys: readonly ListedKey[] }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const [open, setOpen] = useState<Open | null>(null);
  const sign = useMutation(
    trpc.tenant.keys.setSignatureRequirement.mutationOptions({
      onSuccess: (_, { requireSignature }) => {
        toast.success(requireSignature ? "Signatures are now required" : "Signatures are no longer required");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const menuOf = (key: ListedKey) => {
    if (key.isShared || key.revokedAt || !may("manage_keys")) return null;
    const { id, requireSignature } = key;
    return (
      <ActionsMenu
        label={`Actions for ${nameOf(key)}`}
        actions={[
          { label: "Roll secret", icon: RefreshCw, onSelect: () => setOpen({ what: "roll", key }) },
          {
            label: requireSignature ? "Stop requiring signatures" : "Require signatures",
            icon: PenLine,
            onSelect: () => sign.mutate({ ...place, id, requireSignature: !requireSignature }),
          },
          { label: "Revoke", icon: Ban, isDanger: true, onSelect: () => setOpen({ what: "revoke", key }) },
        ]}
      />
    );
  };
  const columns: Column<ListedKey>[] = [
    {
      id: "label",
      minWidth: 190,
      isText: true,
      header: "Key",
      sortBy: "name",
      orderOf: nameOf,
      cell: (key) => (
        <>
          <span className="font-medium">{nameOf(key)}</span>
          <Restrictions {...key} />
          <Until {...key} />
        </>
      ),
    },
    { id: "public", minWidth: 140, header: "Public key", cell: ({ publicKey }) => <CopyId id={publicKey} /> },
    { id: "secret", minWidth: 100, header: "Secret", cell: (key) => <Last4 {...key} /> },
    {
      id: "signature",
      header: "Signature",
      cell: ({ requireSignature }) =>
        requireSignature ? "Required" : <span className="text-muted">Not required</span>,
    },
    {
      id: "created",
      minWidth: 150,
      isText: true,
      header: "Created",
      sortBy: TIME,
      orderOf: ({ createdAt }) => Date.parse(createdAt),
      cell: (key) => <Created {...key} />,
    },
    {
      id: "used",
      minWidth: 120,
      header: keys[0]?.revokedAt ? "Revoked" : "Last used",
      sortBy: "-used",
      orderOf: ({ lastUsedAt, revokedAt }) => Date.parse(revokedAt ?? lastUsedAt ?? "1970-01-01"),
      cell: (key) => <Used {...key} />,
    },
    { id: "actions", minWidth: 64, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: menuOf },
  ];
  const table: DataTableProps<ListedKey> = {
    label,
    columns,
    rows: keys,
    keyOf: ({ id }) => id,
    listRow: (key) => (
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="truncate text-14 font-medium">{nameOf(key)}</p>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-13 text-muted">
            <CopyId id={key.publicKey} />
            <Restrictions {...key} />
            <Until {...key} />
            <span>
              {key.revokedAt ? "Revoked " : key.lastUsedAt ? "Used " : ""}
              <Used {...key} />
            </span>
          </p>
        </div>
        {menuOf(key)}
      </div>
    ),
  };
  return (
    <>
      {keys[0]?.revokedAt ? (
        <DataTable {...table} />
      ) : (
        <SmallTable {...table} textOf={(key) => `${nameOf(key)} ${key.publicKey}`} searchBy="Name or public key" />
      )}
      <RollKey listed={open?.what === "roll" ? open.key : null} onClose={() => setOpen(null)} />
      <RevokeKey listed={open?.what === "revoke" ? open.key : null} onClose={() => setOpen(null)} />
    </>
  );
}

function Last4({ secretLast4 }: ListedKey) {
  return (
    <span translate="no" className="font-mono text-13 text-muted">
      …{secretLast4}
    </span>
  );
}

function Created({ createdAt, createdBy }: ListedKey) {
  return (
    <span className="block py-1.5">
      <Time at={createdAt} as="relative" />
      {createdBy ? <span className="block text-13 wrap-anywhere text-muted">by {createdBy}</span> : null}
    </span>
  );
}

function Restrictions({ scopes, allowedAddresses }: ListedKey) {
  const count = allowedAddresses.length;
  const limits = [
    ...(scopes.length < TENANT_SCOPES.length ? [scopes.join(", ")] : []),
    ...(count > 0 ? [`${count} IP ${count === 1 ? "address" : "addresses"}`] : []),
  ];
  if (limits.length === 0) return null;
  return <span className="block text-13 wrap-anywhere text-muted">{limits.join(" · ")}</span>;
}

function Until({ expiresAt, revokedAt }: ListedKey) {
  if (!expiresAt || revokedAt) return null;
  return (
    <span className="block text-13 text-muted">
      Works until <Time at={expiresAt} />
    </span>
  );
}

function Used({ lastUsedAt, revokedAt }: ListedKey) {
  if (revokedAt) return <Time at={revokedAt} as="relative" />;
  return lastUsedAt ? <Time at={lastUsedAt} as="relative" /> : <span className="text-muted">Never used</span>;
}

/** `listed` null: closed. */
function RevokeKey({ listed, onClose }: { readonly listed: ListedKey | null; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const revoke = useMutation(
    trpc.tenant.keys.revoke.mutationOptions({
      onSuccess: () => {
        toast.success("Key revoked", { description: listed ? nameOf(listed) : undefined });
        onClose();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <TypedConfirm
      isOpen={listed !== null}
      onClose={onClose}
      title="Revoke the key"
      word={listed ? nameOf(listed) : ""}
      action="Revoke key"
      isBusy={revoke.isPending}
      onConfirm={() => (listed ? revoke.mutate({ ...place, id: listed.id }) : undefined)}
    >
      Every request with it is refused from now on. This can’t be undone.{" "}
      {listed?.lastUsedAt ? (
        <>
          It was last used <Time at={listed.lastUsedAt} as="relative" />.
        </>
      ) : (
        "It was never used."
      )}
    </TypedConfirm>
  );
}
