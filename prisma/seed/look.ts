import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { hashesOfPanToken } from "@/server/domain/members";
import {
  SANDBOX_ACCOUNTS,
  SANDBOX_CARDS,
  SANDBOX_EUROS,
  SANDBOX_MEMBERS,
  SANDBOX_PAYOUT_TERMS,
  SANDBOX_USERS,
  type SandboxTenant,
} from "./sandbox";

/** Public credentials must not be seeded where live data exists, or may be created at any time. */
const IS_LIVE = sql`EXISTS (SELECT 1 FROM api_keys WHERE environment = 'live')
  OR EXISTS (SELECT 1 FROM merchants WHERE environment = 'live')
  OR EXISTS (SELECT 1 FROM members WHERE environment = 'live')
  OR EXISTS (SELECT 1 FROM tenants WHERE live_approved_at IS NOT NULL)`;

interface Looked {
  readonly isLive: boolean;
  /** No record is missing. */
  readonly isComplete: boolean;
}

/** A single query, because every start runs it. */
export async function lookForSandbox(tenants: readonly SandboxTenant[]): Promise<Looked> {
  const merchants = tenants.flatMap((tenant) => tenant.merchants);
  const withKey = merchants.filter(({ key }) => key !== undefined);
  const keys = tenants.map(({ publicKey }) => publicKey);
  const accounts = SANDBOX_ACCOUNTS.map(({ id }) => id);
  const cards = SANDBOX_CARDS.map(({ panToken }) => hashesOfPanToken(panToken).join("\n"));
  const statuses = SANDBOX_CARDS.map(({ status }) => status ?? null);
  const currencies = SANDBOX_PAYOUT_TERMS.map(({ currency }) => currency);
  const emails = SANDBOX_USERS.map(({ email }) => email);
  const [looked] = await query<Looked>(
    getPool(),
    sql`SELECT ${IS_LIVE} AS is_live,
      (SELECT count(*) FROM tenants WHERE id = ANY(${idsOf(tenants)})) = ${tenants.length}
      AND (SELECT count(*) FROM api_keys WHERE public_key = ANY(${keys})) = ${keys.length}
      AND (SELECT count(*) FROM merchants WHERE id = ANY(${idsOf(merchants)})) = ${merchants.length}
      AND (SELECT count(DISTINCT merchant_id) FROM merchant_keys
        WHERE is_shared AND merchant_id = ANY(${idsOf(withKey)})) = ${withKey.length}
      AND (SELECT count(*) FROM members WHERE id = ANY(${idsOf(SANDBOX_MEMBERS)})) = ${SANDBOX_MEMBERS.length}
      AND (SELECT count(*) FROM accounts WHERE id = ANY(${accounts})
        AND EXISTS (SELECT 1 FROM entries WHERE account_id = accounts.id)) = ${accounts.length}
      AND (SELECT count(*) FROM cards
        JOIN unnest(${cards}::text[], ${statuses}::text[]) AS wanted(hashes, status)
          ON cards.pan_token_hash = ANY(string_to_array(wanted.hashes, E'\\n'))
        WHERE wanted.status IS NULL OR wanted.status = cards.status::text) = ${cards.length}
      AND (SELECT count(DISTINCT currency) FROM payout_terms WHERE environment = 'test'
        AND currency = ANY(${currencies})) = ${currencies.length}
      AND EXISTS (SELECT 1 FROM disputes WHERE member_id = ${SANDBOX_EUROS.memberId})
      AND (SELECT count(*) FROM users WHERE email = ANY(${emails})) = ${emails.length} AS is_complete`,
  );
  return looked ?? { isLive: false, isComplete: false };
}

function idsOf(records: readonly { readonly id: string }[]): string[] {
  return records.map(({ id }) => id);
}
