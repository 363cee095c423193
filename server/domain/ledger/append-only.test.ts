import assert from "node:assert/strict";
import { test } from "node:test";
import { assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { countRows, queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

async function withCapture() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  await capture(tenant, id, 20);
  return { card, id };
}

const REFUSED = [
  "UPDATE entries SET amount_minor = amount_minor + 1",
  "UPDATE entries SET currency = 'EUR'",
  "UPDATE entries SET account_id = (SELECT min(id) FROM accounts)",
  "UPDATE entries SET is_folded = false WHERE is_folded",
  "UPDATE entries SET is_folded = true WHERE is_folded",
  "UPDATE entries SET is_folded = true, amount_minor = amount_minor + 1 WHERE NOT is_folded",
  "DELETE FROM entries",
  "UPDATE postings SET kind = 'refund'",
  "UPDATE postings SET authorization_id = NULL",
  "DELETE FROM postings",
  "TRUNCATE entries CASCADE",
  "TRUNCATE postings CASCADE",
];

for (const query of REFUSED) {
  test(`the books refuse ${query}`, async () => {
    await withCapture();
    const before = [await countRows("entries"), await countRows("postings")];
    await assert.rejects(queryTestDatabase(query), { code: "CL002" });
    assert.deepEqual([await countRows("entries"), await countRows("postings")], before);
    await assertBooksBalance();
  });
}

const OUT_OF_BOUNDS = [
  { query: "UPDATE accounts SET held_minor = -1 WHERE id = $1", constraint: "accounts_held_not_negative" },
  {
    query: "UPDATE accounts SET held_minor = posted_minor + 1 WHERE id = $1",
    constraint: "accounts_member_within_limit",
  },
  { query: "UPDATE accounts SET posted_minor = 0 WHERE id = $1", constraint: "accounts_member_within_limit" },
  { query: "UPDATE accounts SET member_id = NULL WHERE id = $1", constraint: "accounts_owner" },
];

test("an account's balances cannot leave their bounds", async () => {
  const { card } = await withCapture();
  for (const { query, constraint } of OUT_OF_BOUNDS) {
    await assert.rejects(queryTestDatabase(query, [card.accountId]), { code: "23514", constraint });
  }
});

const IMPOSSIBLE_FIGURES = [
  { change: "captured_minor = amount_minor + 1", constraint: "authorizations_own_figures" },
  { change: "voided_minor = amount_minor - captured_minor + 1", constraint: "authorizations_own_figures" },
  { change: "refunded_minor = captured_minor + 1", constraint: "authorizations_own_figures" },
  { change: "expired_minor = -1", constraint: "authorizations_own_figures" },
  { change: "family_captured_minor = family_amount_minor + 1", constraint: "authorizations_family_figures" },
  { change: "family_refunded_minor = family_captured_minor + 1", constraint: "authorizations_family_figures" },
];

test("an authorization's figures cannot leave theirs", async () => {
  const { id } = await withCapture();
  for (const { change, constraint } of IMPOSSIBLE_FIGURES) {
    const query = `UPDATE authorizations SET ${change} WHERE id = $1`;
    await assert.rejects(queryTestDatabase(query, [id]), { code: "23514", constraint });
  }
});
