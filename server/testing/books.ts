import assert from "node:assert/strict";
import { checkBooks, getBalance } from "@/server/domain/ledger";
import type { AccountId } from "@/server/platform/noun-ids";

export async function assertBooksBalance(): Promise<void> {
  const results = await checkBooks();
  assert.ok(results.length > 0, "the audit checks something");
  assert.deepEqual(
    results.filter(({ breaches }) => breaches.length > 0),
    [],
  );
}

/** In minor units. */
export async function assertBalance(
  accountId: AccountId,
  expected: { readonly postedMinor: bigint; readonly heldMinor: bigint },
): Promise<void> {
  const { postedMinor, heldMinor } = await getBalance(accountId);
  assert.deepEqual({ postedMinor, heldMinor }, expected);
}
