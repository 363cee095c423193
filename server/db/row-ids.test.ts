import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorizationId, MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";
import { withTestDatabase } from "@/server/testing/database";
import type { NewRow } from "./insert-rows";
import { getPool } from "./pool";
import { query } from "./query";
import { NOUN_OF_COLUMN, NOUN_OF_TABLE } from "./row-ids";
import { sql } from "./sql";

withTestDatabase();

test("every foreign key to a noun's table is a column that has its noun, and no other column has one", async () => {
  const keys = await query<{ column: string; table: string }>(
    getPool(),
    sql`SELECT DISTINCT a.attname::text AS column, c.confrelid::regclass::text AS table
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
      WHERE c.contype = 'f' AND c.confrelid::regclass::text = ANY(${Object.keys(NOUN_OF_TABLE)})`,
  );
  const nouns = new Map<string, string>(Object.entries(NOUN_OF_TABLE));
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const found = Object.fromEntries(keys.map(({ column, table }) => [camelCase(column), nouns.get(table)]));
  // `rootId` has no foreign key of its own: it is the parent or the row itself.
  assert.deepEqual({ ...found, rootId: "authorization" }, NOUN_OF_COLUMN);
});

/** Each line below a `@ts-expect-error` must not compile: tsc fails where one does. */
test("a row holds ids of their nouns, and null where the column may be null", () => {
  const text = "TESTtenantCoffee1";
  const row = (_: Partial<NewRow<"authorizations">>) => undefined;
  row({ tenantId: TenantId.parse(text), merchantId: MerchantId.parse(text), cardId: null, parentId: null });
  row({ id: AuthorizationId.parse(text), agreementId: text, amountMinor: 1n });
  // @ts-expect-error a merchant in the tenant's column
  row({ tenantId: MerchantId.parse(text) });
  // @ts-expect-error a row's own id is no tenant's
  row({ id: TenantId.parse(text) });
  // @ts-expect-error a column that is never null
  row({ merchantId: null });
  // @ts-expect-error a member where the account is meant
  row({ accountId: MemberId.parse(text) });
});
