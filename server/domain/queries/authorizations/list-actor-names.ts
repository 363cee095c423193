import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { ActorColumns } from "@/server/domain/authorizations";
import { PERSON_WORDS } from "@/server/domain/users";

/** By id: a person's name and email, or a key without its secret. */
export type ActorNames = ReadonlyMap<string, string>;

export async function listActorNames(rows: readonly ActorColumns[]): Promise<ActorNames> {
  const idsOf = (kind: ActorColumns["actorKind"]) => [
    ...new Set(rows.flatMap(({ actorKind, actorId }) => (actorKind === kind && actorId !== null ? actorId : []))),
  ];
  const named = await query<{ id: string; name: string }>(
    getPool(),
    sql`SELECT u.id, ${PERSON_WORDS} AS name FROM users u WHERE u.id = ANY(${idsOf("staff")})
      UNION ALL SELECT id, public_key FROM api_keys WHERE id = ANY(${idsOf("api_key")})
      UNION ALL SELECT id, key_id FROM merchant_keys WHERE id = ANY(${idsOf("merchant_key")})`,
  );
  return new Map(named.map(({ id, name }) => [id, name]));
}
