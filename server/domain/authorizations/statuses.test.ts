import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  AUTHORIZATION_STATUSES,
  type AuthorizationState,
  type AuthorizationStatus,
} from "@/server/contracts/authorization-statuses";
import { AUTHORIZATION_STATES } from "@/server/contracts/choices";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { withTestDatabase } from "@/server/testing/database";
import { byDepth } from "@/server/testing/depth";
import { figures } from "@/server/testing/factories/authorization-rows";
import { STATE_OF } from "@/server/testing/model/authorization-states";
import type { AuthorizationRow } from "./authorization";
import { type Figures, holdLeft, refundable } from "./figures";
import { HAS_OPEN_HOLD, HOLD_LEFT_MINOR, IS_BY_STATE, IS_REFUNDABLE, isInState, STATE, statusOf } from "./statuses";

withTestDatabase();

type Some = Pick<AuthorizationRow, "outcome"> & { readonly figures: Figures };

/** Consistent figures: refunded within captured; captured, voided, and expired within the amount. */
const anyFigures = fc
  .tuple(fc.bigInt(0n, 9n), fc.bigInt(0n, 9n), fc.bigInt(0n, 9n), fc.bigInt(0n, 9n), fc.bigInt(0n, 9n), fc.boolean())
  .map(([refundedMinor, kept, voidedMinor, expiredMinor, left, isLarge]) => {
    const by = isLarge ? 111_111_111_111n : 1n;
    const capturedMinor = refundedMinor + kept;
    const amountMinor = capturedMinor + voidedMinor + expiredMinor + left;
    const given = { amountMinor, capturedMinor, voidedMinor, refundedMinor, expiredMinor };
    return figures(Object.fromEntries(Object.entries(given).map(([name, minor]) => [name, minor * by])));
  });

const some: fc.Arbitrary<Some> = fc.oneof(
  { weight: 9, arbitrary: anyFigures.map((given) => ({ outcome: "approved" as const, figures: given })) },
  { weight: 1, arbitrary: anyFigures.map((given) => ({ outcome: "declined" as const, figures: given })) },
);

function selectOf(rows: readonly Some[]) {
  const asRows = rows.map(({ outcome, figures: f }) => ({
    outcome,
    family_amount_minor: String(f.amountMinor),
    family_captured_minor: String(f.capturedMinor),
    family_voided_minor: String(f.voidedMinor),
    family_refunded_minor: String(f.refundedMinor),
    family_expired_minor: String(f.expiredMinor),
  }));
  return query<{ state: string; holdLeftMinor: bigint; hasOpenHold: boolean; isRefundable: boolean }>(
    getPool(),
    sql`SELECT ${STATE} AS state, ${HOLD_LEFT_MINOR} AS hold_left_minor, ${HAS_OPEN_HOLD} AS has_open_hold,
        ${IS_REFUNDABLE} AS is_refundable
      FROM json_populate_recordset(NULL::authorizations, ${JSON.stringify(asRows)}::json)`,
  );
}

test("SQL says of every authorization what the table of statuses says", async () => {
  const met = new Set<AuthorizationStatus>();
  const property = fc.asyncProperty(fc.array(some, { minLength: 40, maxLength: 200 }), async (rows) => {
    const expected = rows.map((row) => {
      const status = statusOf(row, row.figures);
      met.add(status);
      const holdLeftMinor = holdLeft(row.figures);
      return {
        state: STATE_OF[status],
        holdLeftMinor,
        hasOpenHold: row.outcome === "approved" && holdLeftMinor > 0n,
        isRefundable: refundable(row.figures) > 0n,
      };
    });
    assert.deepEqual(await selectOf(rows), expected);
  });
  await fc.assert(property, { numRuns: byDepth({ nightly: 25, change: 8 }), seed: 20_260_302 });
  assert.deepEqual([...met].sort(), [...AUTHORIZATION_STATUSES].sort());
});

const EXPIRES_AT = new Date("2026-03-09T10:00:00.000Z");

async function foundAt(now: Date): Promise<Record<string, string[]>> {
  const inState: Readonly<Record<AuthorizationState, readonly [figure: string, outcome: string]>> = {
    held: ["family_amount_minor", "approved"],
    captured: ["family_captured_minor", "approved"],
    declined: ["family_amount_minor", "declined"],
    reversed: ["family_voided_minor", "approved"],
    expired: ["family_expired_minor", "approved"],
  };
  const zero = ["captured", "voided", "refunded", "expired"].map((name) => [`family_${name}_minor`, "0"]);
  const rows = Object.entries(inState).map(([id, [figure, outcome]]) => ({
    ...Object.fromEntries(zero),
    family_amount_minor: "5",
    [figure]: "5",
    id,
    outcome,
    expires_at: EXPIRES_AT,
  }));
  const found: Record<string, string[]> = {};
  for (const state of AUTHORIZATION_STATES) {
    const ids = await query<{ id: string }>(
      getPool(),
      sql`SELECT id FROM json_populate_recordset(NULL::authorizations, ${JSON.stringify(rows)}::json)
        WHERE ${isInState(state, now)}`,
    );
    found[state] = ids.map(({ id }) => id);
  }
  return found;
}

test("a list by state finds what is in it, and an overdue hold in none", async () => {
  const each = { captured: ["captured"], declined: ["declined"], reversed: ["reversed"], expired: ["expired"] };
  assert.deepEqual(await foundAt(new Date(EXPIRES_AT.getTime() - 1)), { held: ["held"], ...each });
  assert.deepEqual(await foundAt(EXPIRES_AT), { held: [], ...each });
});

async function indexAs(name: string): Promise<string> {
  const [index] = await query<{ definition: string }>(
    getPool(),
    sql`SELECT pg_get_indexdef(${name}::regclass) AS definition`,
  );
  return (index?.definition ?? "").replace(/^CREATE INDEX \S+ ON \S+ /, "");
}

test("the indexes by state and of open holds are made of the same words, or they would not serve", async () => {
  const columns: Readonly<Record<string, Sql>> = {
    authorizations_state_idx: sql`(tenant_id, environment, ${STATE}, created_at, id) WHERE ${IS_BY_STATE}`,
    authorizations_merchant_state_idx: sql`(merchant_id, ${STATE}, created_at, id) WHERE ${IS_BY_STATE}`,
    authorizations_open_hold_idx: sql`(expires_at) WHERE ${HAS_OPEN_HOLD}`,
    authorizations_account_open_hold_idx: sql`(account_id, expires_at) WHERE ${HAS_OPEN_HOLD}`,
  };
  for (const [name, made] of Object.entries(columns)) {
    await query(getPool(), sql`CREATE INDEX index_in_question ON authorizations ${made}`);
    assert.equal(await indexAs("index_in_question"), await indexAs(name), name);
    await query(getPool(), sql`DROP INDEX index_in_question`);
  }
});
