import { namingRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { type Sql, sql } from "@/server/db/sql";
import { decryptText, digest, encryptText, versionOf } from "@/server/platform/crypto";
import { SettingError } from "@/server/platform/env";
import { configuredVersions, keysToRetain, proofOfKey, sealingVersion } from "@/server/platform/key-ring";
import { FIRST_VERSION } from "@/server/platform/server-keys";
import { SEALED_BANK_ACCOUNTS } from "../bank";
import { SEALED_EMAILS } from "../emails";
import { SEALED_ANSWERS } from "../idempotency";
import { SEALED_PAN_TOKENS } from "../members";
import { SEALED_PAYOUT_ACCOUNTS } from "../merchants";
import { SEALED_PAYMENT_FILES, SEALED_PAYOUTS } from "../payouts";
import { SEALED_SECOND_FACTORS } from "../users";
import { SEALED_NEXT_WEBHOOK_SECRETS, SEALED_WEBHOOK_SECRETS } from "../webhooks";
import { isWrongKey, listServerKeys, openKeys, sealKeys, tryToOpenKeys } from "./server-key";

/** Everything that is encrypted (tested by purpose). */
export const SEALED_PLACES: readonly SealedPlace[] = [
  SEALED_PAN_TOKENS,
  SEALED_PAYOUT_ACCOUNTS,
  SEALED_BANK_ACCOUNTS,
  SEALED_PAYOUTS,
  SEALED_PAYMENT_FILES,
  SEALED_WEBHOOK_SECRETS,
  SEALED_NEXT_WEBHOOK_SECRETS,
  SEALED_SECOND_FACTORS,
  SEALED_EMAILS,
  SEALED_ANSWERS,
];

const BATCH = 500;

export interface Resealed {
  readonly name: string;
  readonly resealed: number;
  /** No key opens these; they stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals everything of other versions under the current one, keeps what is derived from the others, so that their signatures
 * stay valid without them, and retires them. In batches, each a query that skips what changed meanwhile: it may run beside
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
      VALUES (${version}, ${proofOfKey(version)}, ${sealKeys(keysToRetain(version))}, ${now}, ${now})
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

/**
 * Ends a version of the server's key: what it signed is no longer accepted once the settings lack it too. Only the order of
 * authorization numbers stays, which opens nothing. For a key that leaked or is lost; in that case, what was sealed with it is
 * lost too. Throws SettingError for the version in use, for one whose values can still be resealed, and for settings of another
 * database.
 */
export async function forgetKey(input: { readonly version: number; readonly now: Date }): Promise<void> {
  const { version, now } = input;
  if (version === sealingVersion()) {
    throw new SettingError(`Version ${version} is the one in use: put a new key before it in HMAC_KEYS first.`);
  }
  const recorded = await listServerKeys();
  for (const { version, proof } of recorded) {
    if (proof && configuredVersions().includes(version) && proof !== proofOfKey(version)) throw isWrongKey(version);
  }
  const known = recorded.find((key) => key.version === version);
  const isConfigured = configuredVersions().includes(version);
  if (isConfigured && !known?.retiredAt) {
    throw new SettingError(`Values may still be sealed with version ${version}: run npm run keys:reseal first.`);
  }
  const keys = isConfigured ? keysToRetain(version) : (known?.sealedKeys && tryToOpenKeys(known.sealedKeys)) || {};
  const numbers = keys["authorization-number"];
  const kept = numbers ? sealKeys({ "authorization-number": numbers }) : null;
  await query(
    getPool(),
    sql`INSERT INTO server_keys (version, proof, sealed_keys, created_at, retired_at, forgotten_at)
      VALUES (${version}, '', ${kept}, ${now}, ${now}, ${now})
      ON CONFLICT (version) DO UPDATE SET sealed_keys = excluded.sealed_keys,
        retired_at = coalesce(server_keys.retired_at, excluded.retired_at), forgotten_at = excluded.forgotten_at`,
  );
}
