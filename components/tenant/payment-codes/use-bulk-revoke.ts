import { useQueryClient } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import type { BulkAction } from "@/components/ui/tables/grid/grid";
import { MAX_CODES_REVOKED } from "@/server/contracts/choices";
import type { IssuedCode, RevokedCode } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";
import { isRevocable } from "./is-revocable";
import { codesOf } from "./revoke-words";

/** Codes that were chosen: how many there are, and those of them that can be revoked. */
interface Chosen {
  readonly count: number;
  readonly ids: readonly string[];
  readonly clear: () => void;
}

export interface Revoking {
  /** Null: nothing is asked. */
  readonly asked: Pick<Chosen, "count" | "ids"> | null;
  /** How many have been gone through; null: it hasn't begun. */
  readonly done: number | null;
  /** What came of each, where not all were revoked. */
  readonly outcomes: readonly RevokedCode[] | null;
  readonly begin: () => void;
  readonly close: () => void;
}

/** Revokes chosen codes, some at a time. */
export function useBulkRevoke(): Revoking & { readonly bulk: readonly BulkAction<IssuedCode>[] } {
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const [asked, setAsked] = useState<Chosen | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<readonly RevokedCode[] | null>(null);

  const ask = (rows: readonly IssuedCode[], clear: () => void) => {
    const ids = rows.filter(isRevocable).map(({ id }) => id);
    if (ids.length > 0) setAsked({ count: rows.length, ids, clear });
    else toast.error("None of the selected codes can be revoked. They’re used, expired, or revoked already.");
  };
  const revoke = async ({ ids, clear }: Chosen) => {
    const known: RevokedCode[] = [];
    try {
      for (let at = 0; at < ids.length; at += MAX_CODES_REVOKED) {
        setDone(at);
        const some = ids.slice(at, at + MAX_CODES_REVOKED);
        known.push(...(await client.tenant.paymentCodes.revokeMany.mutate({ ...place, ids: some })).codes);
      }
      clear();
    } catch (error) {
      toast.error(messageOf(error));
    }
    const revoked = known.filter(({ outcome }) => outcome === "revoked").length;
    setAsked(null);
    setDone(null);
    if (revoked > 0 && revoked === known.length) toast.success(`${codesOf(revoked)} revoked`);
    else if (known.length > 0) setOutcomes(known);
    await queryClient.invalidateQueries();
  };
  return {
    bulk: may("manage_codes") ? [{ label: "Revoke", icon: Ban, run: ask }] : [],
    asked,
    done,
    outcomes,
    begin: () => void (asked && revoke(asked)),
    close: () => {
      setAsked(null);
      setOutcomes(null);
    },
  };
}
