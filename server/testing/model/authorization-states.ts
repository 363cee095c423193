import assert from "node:assert/strict";
import type { AuthorizationState, AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import {
  type AuthorizationRow,
  familyFigures,
  HOLD_LEFT_MINOR,
  holdLeft,
  STATE,
  statusOf,
} from "@/server/domain/authorizations";
import type { TestTenant } from "../factories/tenants";

export const STATE_OF: Readonly<Record<AuthorizationStatus, AuthorizationState>> = {
  "Authorization Approved": "held",
  "Authorization Partially Captured": "held",
  "Authorization Partially Reversed": "held",
  "Authorization Captured": "captured",
  "Authorization Partially Refunded": "reversed",
  "Authorization Reversed": "reversed",
  "Authorization Expired": "expired",
  "Authorization Declined": "declined",
};

export async function assertStates({ id }: TestTenant): Promise<void> {
  const roots = await query<AuthorizationRow & { state: string; holdLeftMinor: bigint }>(
    getPool(),
    sql`SELECT a.*, ${STATE} AS state, ${HOLD_LEFT_MINOR} AS hold_left_minor FROM authorizations a
      WHERE tenant_id = ${id} AND parent_id IS NULL`,
  );
  for (const { state, holdLeftMinor, ...root } of roots) {
    const family = familyFigures(root);
    assert.equal(holdLeftMinor, holdLeft(family));
    assert.equal(state, STATE_OF[statusOf(root, family)]);
  }
}
