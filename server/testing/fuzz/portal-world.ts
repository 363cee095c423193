import { sealSession } from "@/server/auth/session-cookie";
import type { NewRole } from "@/server/domain/users";
import { MemberId } from "@/server/platform/noun-ids";
import { createCaller, createOwnersRecords } from "../authority/rest-authority";
import { queryTestDatabase } from "../database-rows";
import { createTestUser, openTestSession } from "../factories/portal";
import type { Known } from "./schema-values";

export interface PortalWorld {
  readonly known: Known;
  /** The cookie of a new person, since a call may end its session or change the password; null for nobody. */
  readonly openSession: (wing: string) => Promise<string | null>;
}

const IDS_OF_A_TABLE = 4;

/** The newest rows of every table, so that a procedure gets ids of its own noun and of all others. */
async function listIds(): Promise<string[]> {
  const tables = await queryTestDatabase<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND data_type = 'text' AND table_name NOT LIKE '\\_%' ORDER BY 1`,
  );
  const parts = tables.map(({ name }) => `(SELECT id FROM ${name} ORDER BY id DESC LIMIT ${IDS_OF_A_TABLE})`);
  const rows = await queryTestDatabase<{ id: string }>(parts.join(" UNION "));
  return rows.map(({ id }) => id).filter((id) => id.length === 17);
}

export async function createPortalWorld(): Promise<PortalWorld> {
  const caller = await createCaller();
  const { tenant } = caller;
  const { member, account, merchant, code, panToken } = await createOwnersRecords(caller);
  const roles: Readonly<Record<string, NewRole>> = {
    wallet: { kind: "member", memberId: MemberId.parse(member) },
    shared: { kind: "member", memberId: MemberId.parse(member) },
    tenant: { kind: "tenant_owner", tenantId: tenant.id },
    network: { kind: "network_operator" },
  };
  const openSession = async (wing: string) => {
    const role = roles[wing];
    if (!role) return null;
    const sid = await openTestSession(await createTestUser(role));
    return `closed-loop.session=${await sealSession({ token: { sid } })}`;
  };
  const named = {
    tenant: [tenant.slug],
    slug: [tenant.slug],
    environment: ["test"],
    tenantId: [tenant.id],
    merchantId: [merchant],
    memberId: [member],
    accountId: [account],
    account: [account],
    code: [code],
    panToken: [panToken],
  };
  return { known: { named, ids: await listIds() }, openSession };
}
