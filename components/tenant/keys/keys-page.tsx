"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import type { ListedKey } from "@/server/trpc/types";
import { LiveGate, useIsOpen, useSetUp } from "../shell/live-gate";
import { CreateKey } from "./create-key";
import { KeysTable } from "./keys-table";

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
      {keys.isPending ? <SkeletonRows rows={3} /> : null}
      {keys.isError && !keys.data ? (
        <Failure what="Your API keys" error={keys.error} onRetry={() => void keys.refetch()} />
      ) : null}
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
