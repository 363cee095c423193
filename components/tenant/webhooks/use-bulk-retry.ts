import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import type { BulkAction } from "@/components/ui/tables/grid/grid";
import type { Delivery } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

/** Makes the next attempt of each chosen delivery now, one after the other: what can't be retried is told, not hidden. */
export function useBulkRetry(subscription: string): readonly BulkAction<Delivery>[] {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const place = usePlace();
  const { may } = useTenant();
  const run = async (rows: readonly Delivery[]) => {
    let done = 0;
    for (const { id: deliveryId } of rows) {
      const ask = client.tenant.webhooks.retry.mutate({ ...place, id: subscription, deliveryId });
      done += await ask.then(
        () => 1,
        () => 0,
      );
    }
    const said = `${done} of ${rows.length} deliveries are retried now`;
    if (done === rows.length) toast.success(said);
    else toast.error(`${said}. The others were delivered already, or can’t be retried.`);
    await queryClient.invalidateQueries();
  };
  return may("manage_webhooks") ? [{ label: "Retry", icon: RotateCw, run: (rows) => void run(rows) }] : [];
}
