import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { SettingError } from "@/server/platform/env";
import { configuredVersions, keysWorthKeeping, proofOfKey, sealingVersion } from "@/server/platform/key-ring";
import { isWrongKey, listServerKeys, sealKeys, tryToOpenKeys } from "./server-key";

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
  const keys = isConfigured ? keysWorthKeeping(version) : (known?.sealedKeys && tryToOpenKeys(known.sealedKeys)) || {};
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
