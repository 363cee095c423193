import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import type { BulkAction } from "@/components/ui/tables/grid/grid";
import type { Report } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

interface Chosen {
  readonly ids: readonly string[];
  readonly clear: () => void;
}

export function reportsOf(count: number): string {
  return `${count} ${count === 1 ? "report" : "reports"}`;
}

/** Resolves chosen reports, one after the other: those before one that fails stay resolved. */
export function useBulkResolve() {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const [asked, setAsked] = useState<Chosen | null>(null);
  const [isBusy, setBusy] = useState(false);

  const ask = (rows: readonly Report[], clear: () => void) => {
    const ids = rows.filter(({ resolvedAt }) => resolvedAt === null).map(({ id }) => id);
    if (ids.length > 0) setAsked({ ids, clear });
    else toast.error("The selected reports are resolved already.");
  };
  const resolve = async ({ ids, clear }: Chosen) => {
    setBusy(true);
    let done = 0;
    try {
      for (const id of ids) {
        await client.tenant.reports.resolve.mutate({ ...place, id });
        done += 1;
      }
      clear();
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
    setAsked(null);
    if (done > 0) toast.success(`${reportsOf(done)} resolved`);
    await queryClient.invalidateQueries();
  };
  const bulk: readonly BulkAction<Report>[] = may("move_money") ? [{ label: "Resolve", icon: Check, run: ask }] : [];
  return {
    bulk,
    count: asked?.ids.length ?? null,
    isBusy,
    begin: () => void (asked && resolve(asked)),
    close: () => setAsked(null),
  };
}
