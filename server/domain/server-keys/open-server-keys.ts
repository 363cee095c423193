import { isMigrated } from "@/server/db/migrations";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { join, sql } from "@/server/db/sql";
import { versionOf } from "@/server/platform/crypto";
import { SettingError } from "@/server/platform/env";
import { configuredVersions, proofOfKey, retainVersion, sealingVersion } from "@/server/platform/key-ring";
import { SEALED_PLACES } from "./reseal";
import { isWrongKey, listServerKeys, type ServerKeyRow, tryToOpenKeys } from "./server-key";

/**
 * At startup, before the server's key is used: compares the settings with what the database was written with, loads what is
 * kept of retired versions, and records the version in use. A database with an older schema may have no record yet. Safe to run
 * at any time and concurrently. Throws SettingError, in one sentence, if a key has changed or a needed one is missing.
 */
export async function openServerKeys(input: { readonly now: Date }): Promise<void> {
  const [table] = await query<{ isThere: boolean }>(
    getPool(),
    sql`SELECT to_regclass('server_keys') IS NOT NULL AS is_there`,
  );
  if (!table?.isThere) return;
  const known = await listServerKeys();
  const configured = configuredVersions();
  for (const { version, proof, retiredAt, forgottenAt } of known) {
    if (!configured.includes(version)) {
      if (retiredAt === null) throw isMissing(version);
      continue;
    }
    if (forgottenAt !== null) throw isForgotten(version);
    if (proof !== proofOfKey(version)) throw isWrongKey(version);
  }
  if (await isMigrated(getPool())) await requireReadable(known);
  for (const { version, sealedKeys } of known) {
    const kept = sealedKeys === null || configured.includes(version) ? null : tryToOpenKeys(sealedKeys);
    // Only what was sealed under a lost key is lost.
    if (kept) retainVersion(version, kept);
  }
  await recordUse(sealingVersion(), input.now);
}

/** The newest sealed values must name versions of the settings. */
async function requireReadable(known: readonly ServerKeyRow[]): Promise<void> {
  const samples = await readNewest();
  const configured = configuredVersions();
  const forgotten = known.filter(({ forgottenAt }) => forgottenAt !== null).map(({ version }) => version);
  const versions = samples.map(({ sealed }) => versionOf(sealed));
  const missing = versions.find((version) => !configured.includes(version) && !forgotten.includes(version));
  if (missing !== undefined) throw isMissing(missing);
}

async function readNewest(): Promise<{ readonly sealed: string }[]> {
  const selects = SEALED_PLACES.map(({ newest }) => sql`(SELECT sealed FROM (${newest}) newest)`);
  return query(getPool(), sql`${join(selects, " UNION ALL ")}`);
}

/** If two processes start with different keys for a new version, the second finds the first one's proof and stops. */
async function recordUse(version: number, now: Date): Promise<void> {
  const proof = proofOfKey(version);
  const [recorded] = await query<{ proof: string }>(
    getPool(),
    sql`INSERT INTO server_keys (version, proof, created_at) VALUES (${version}, ${proof}, ${now})
      ON CONFLICT (version) DO UPDATE SET retired_at = NULL, sealed_keys = NULL
      RETURNING proof`,
  );
  if (recorded?.proof !== proof) throw isWrongKey(version);
}

function isForgotten(version: number): SettingError {
  return new SettingError(`Version ${version} of the server’s key was forgotten for good: take it out of HMAC_KEYS.`);
}

function isMissing(version: number): SettingError {
  return new SettingError(
    `This database has values sealed with version ${version} of the server’s key: add ${version}:<that key> to the end of ` +
      `HMAC_KEYS, or run npm run keys:forget -- ${version} if it is lost.`,
  );
}
