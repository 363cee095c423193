import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { decryptText, encryptText } from "@/server/platform/crypto";
import { getEnv, SettingError } from "@/server/platform/env";

export type ServerKeyRow = NewRow<"server_keys">;

export async function listServerKeys(): Promise<ServerKeyRow[]> {
  return query<ServerKeyRow>(getPool(), sql`SELECT * FROM server_keys ORDER BY version`);
}

/** Derived keys of a version, by purpose, sealed under the current key. */
export function sealKeys(keys: Readonly<Record<string, string>>): string {
  return encryptText("kept-keys", JSON.stringify(keys));
}

/** Null if the key that sealed them is gone. */
export function tryToOpenKeys(sealedKeys: string): Record<string, string> | null {
  try {
    return openKeys(sealedKeys);
  } catch {
    return null;
  }
}

export function isWrongKey(version: number): SettingError {
  const setting = getEnv().HMAC_KEYS ? `Version ${version} in HMAC_KEYS` : "HMAC_KEY";
  return new SettingError(
    `${setting} is not the key that this database was written with: put that one back (docs/deploy.md, "The server’s key").`,
  );
}

export function openKeys(sealedKeys: string): Record<string, string> {
  return JSON.parse(decryptText("kept-keys", sealedKeys));
}
