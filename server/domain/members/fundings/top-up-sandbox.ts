import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../../caller";
import { listLowTestAccounts } from "../../ledger";
import { DEMO_MEMBER, listSharedMembers } from "../../users";
import { fundAccount } from "./write-funding";

/** 1,000.00 in dollars, the demo account's currency: fifty payments of the largest amount that a demo code allows. */
const DEMO_LOW_MINOR = 1_000_00n;

type Low = Parameters<typeof listLowTestAccounts>[1];

/** Restores the public sandbox's test accounts to their first funding. Repeatable. Returns the number funded. */
export async function topUpSandbox({ now }: { readonly now: Date }): Promise<number> {
  return topUp({ memberIds: await listSharedMembers() }, now);
}

/** For the start page's demo: only once its member can spend almost nothing, which one charge can cause. */
export async function topUpDemo({ now }: { readonly now: Date }): Promise<number> {
  const low = { memberIds: [DEMO_MEMBER], availableBelowMinor: DEMO_LOW_MINOR };
  if ((await listLowTestAccounts(getPool(), low)).length === 0) return 0;
  return topUp(low, now);
}

/** Serialized, so that only the first of several finds something missing. */
function topUp(which: Low, now: Date): Promise<number> {
  const caller: NetworkCaller = { kind: "network", environment: "test", now, requestId: newRecordId(now) };
  return runInTransaction(async (db) => {
    await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended('sandbox-top-up', 0))`);
    const low = await listLowTestAccounts(db, which);
    for (const { id: accountId, currency, missingMinor: amountMinor } of low) {
      await fundAccount(caller, { accountId, currency, amountMinor }, db);
    }
    return low.length;
  });
}
