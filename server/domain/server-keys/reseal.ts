import { namingRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { type Sql, sql } from "@/server/db/sql";
import { decryptText, digest, encryptText, versionOf } from "@/server/platform/crypto";
import { configuredVersions, keysWorthKeeping, proofOfKey, sealingVersion } from "@/server/platform/key-ring";
import { FIRST_VERSION } from "@/server/platform/server-keys";
import { SEALED_PLACES } from "./sealed-places";
import { listServerKeys, openKeys, sealKeys } from "./server-key";

const BATCH = 500;

export interface Resealed {
  readonly name: string;
  readonly resealed: number;
  /** No key opens these; they stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals everything of other versions under the current one, keeps what is derived from the others, so that their signatures
 * stay valid without them, and retires them. In batches, each a statement that skips what changed meanwhile: it may run beside
 * the app, be interrupted, and be repeated. Returns the versions that the settings no longer need.
 */
export async function reseal(
  input: { readonly now: Date },
  onDone: (place: Resealed) => void,
): Promise<readonly number[]> {
  for (const place of SEALED_PLACES) onDone(await resealPlace(place));
  const others = configuredVersions().filter((version) => version !== sealingVersion());
  // First, since it may need versions that the settings can lack once retired.
  await resealKeptKeys();
  for (const version of others) await retire(version, input.now);
  return others;
}

async function resealPlace(place: SealedPlace): Promise<Resealed> {
  const { name, purpose } = place;
  let [after, resealed, unreadable] = ["", 0, 0];
  for (;;) {
    const rows = await query<{ place: string; sealed: string | null }>(
      getPool(),
      place.due({ after, limit: BATCH, isDue: isOfOtherVersion }),
    );
    const last = rows.at(-1);
    if (!last) return { name, resealed, unreadable };
    after = last.place;
    const due = rows.flatMap(({ place, sealed }) => (sealed === null ? [] : [{ place, sealed }]));
    const renewed = due.flatMap((row) => {
      const text = tryToOpen(place, row.sealed);
      if (text === null) return [];
      const hash = place.digest ? digest(place.digest, text) : null;
      return [{ place: row.place, was: row.sealed, sealed: encryptText(purpose, text), digest: hash }];
    });
    resealed += renewed.length;
    unreadable += due.length - renewed.length;
    if (renewed.length === 0) continue;
    await query(getPool(), place.replace(namingRows("n", "place text, was text, sealed text, digest text", renewed)));
  }
}

/** Mirrors `versionOf`. */
function isOfOtherVersion(column: Sql): Sql {
  const named = sql`CASE WHEN strpos(${column}, '~') > 0 THEN split_part(${column}, '~', 1) ELSE ${`${FIRST_VERSION}`} END`;
  return sql`${named} <> ${`${sealingVersion()}`}`;
}

function tryToOpen({ purpose }: SealedPlace, sealed: string): string | null {
  try {
    return decryptText(purpose, sealed);
  } catch {
    return null;
  }
}

async function retire(version: number, now: Date): Promise<void> {
  await query(
    getPool(),
    sql`INSERT INTO server_keys (version, proof, sealed_keys, created_at, retired_at)
      VALUES (${version}, ${proofOfKey(version)}, ${sealKeys(keysWorthKeeping(version))}, ${now}, ${now})
      ON CONFLICT (version) DO UPDATE SET sealed_keys = excluded.sealed_keys,
        retired_at = coalesce(server_keys.retired_at, excluded.retired_at)
        WHERE server_keys.forgotten_at IS NULL`,
  );
}

/** Keys of versions that were retired under a key that is now replaced itself. */
async function resealKeptKeys(): Promise<void> {
  for (const { version, sealedKeys } of await listServerKeys()) {
    if (sealedKeys === null || versionOf(sealedKeys) === sealingVersion()) continue;
    const renewed = sealKeys(openKeys(sealedKeys));
    await query(
      getPool(),
      sql`UPDATE server_keys SET sealed_keys = ${renewed} WHERE version = ${version} AND sealed_keys = ${sealedKeys}`,
    );
  }
}
