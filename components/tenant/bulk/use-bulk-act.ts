import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { newClaim } from "@/components/ui/forms/new-claim";
import type { BulkAction } from "@/components/ui/tables/grid/grid";
import { MAX_BULK } from "@/server/contracts/choices";
import { useTenant } from "../shell/use-tenant";
import { BULK_ACTS, type ChosenActName, countOf } from "./bulk-acts";

/** `count`: all selected records. `ids`: those that the act applies to. */
interface Chosen {
  readonly count: number;
  readonly ids: readonly string[];
  readonly key: string;
  readonly clear: () => void;
}

export interface BulkActProps {
  readonly act: ChosenActName;
  readonly subject: string | null;
  /** Null: no confirmation is open. */
  readonly asked: Pick<Chosen, "count" | "ids"> | null;
  readonly isBusy: boolean;
  readonly begin: () => void;
  readonly close: () => void;
}

interface Records<Row> {
  /** The webhook subscription that deliveries belong to; otherwise undefined. */
  readonly subject?: string;
  readonly isEligible: (row: Row) => boolean;
}

/** Starts an act on selected records. The server completes it even if the page is closed. */
export function useBulkAct<Row extends { readonly id: string }>(
  act: ChosenActName,
  { subject, isEligible }: Records<Row>,
): BulkActProps & { readonly bulk: readonly BulkAction<Row>[] } {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const [asked, setAsked] = useState<Chosen | null>(null);
  const { label, icon, permission, asks, noneLeft } = BULK_ACTS[act];
  const start = useMutation(
    trpc.tenant.bulkJobs.start.mutationOptions({
      onError: (error) => void toast.error(messageOf(error)),
    }),
  );
  const begin = ({ ids, key, clear }: Chosen) => {
    const input = { ...place, act, ...(subject === undefined ? {} : { subject }), ids: [...ids], key };
    start.mutate(input, { onSuccess: clear, onSettled: () => setAsked(null) });
  };
  const run = (rows: readonly Row[], clear: () => void) => {
    const ids = rows.filter(isEligible).map(({ id }) => id);
    const chosen = { count: rows.length, ids, key: newClaim(), clear };
    if (ids.length === 0) toast.error(noneLeft);
    else if (ids.length > MAX_BULK) toast.error(`Select at most ${countOf(act, MAX_BULK)} at once.`);
    else if (asks) setAsked(chosen);
    else begin(chosen);
  };
  return {
    bulk: may(permission) ? [{ label, icon, run }] : [],
    act,
    subject: subject ?? null,
    asked,
    isBusy: start.isPending,
    begin: () => void (asked && begin(asked)),
    close: () => setAsked(null),
  };
}
