"use client";

import { useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { Dialog, DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { Choice } from "@/components/ui/forms/choice";
import { TIERS } from "@/server/contracts/choices";
import { capitalized } from "@/server/contracts/text/capitalized";
import type { TenantPage } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";

const RATES = { sandbox: "25 a second", standard: "100 a second", plus: "500 a second", network: "no limit" } as const;

export function TenantTier({ tenant }: { readonly tenant: Pick<TenantPage, "slug" | "title" | "rateLimitTier"> }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const { slug, title, rateLimitTier } = tenant;
  const [tier, setTier] = useState<keyof typeof RATES | null>(null);
  const change = useChange(trpc.network.tenants.setTier.mutationOptions(), {
    done: (answer) =>
      answer.isHeld ? "Another operator has to approve this, in Approvals" : `${title} has tier ${answer.tier}`,
    after: () => setTier(null),
  });
  return (
    <span className="flex items-center justify-end gap-3">
      <span>{capitalized(rateLimitTier)}</span>
      <OwnLoginOnly>
        <Button size="small" onClick={() => setTier(rateLimitTier)}>
          Change tier
        </Button>
      </OwnLoginOnly>
      <Dialog
        isOpen={tier !== null}
        onClose={() => setTier(null)}
        title="Change tier"
        purpose="Requests per second for the whole tenant in each environment, from the next request. Bursts can reach twice that."
      >
        <DialogBody>
          <Choice
            label="Tier"
            layout="list"
            options={TIERS.map((name) => ({ value: name, label: capitalized(name), note: RATES[name] }))}
            value={tier ?? rateLimitTier}
            onChange={setTier}
          />
        </DialogBody>
        <DialogFooter>
          <Button
            look="primary"
            size="large"
            isWide
            isBusy={change.isPending}
            disabled={tier === rateLimitTier}
            onClick={() => tier && change.mutate({ ...place, slug, tier })}
          >
            Change tier
          </Button>
        </DialogFooter>
      </Dialog>
    </span>
  );
}
