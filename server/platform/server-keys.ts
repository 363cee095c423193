export interface ServerKey {
  readonly version: number;
  readonly hex: string;
}

/** The version of a lone `HMAC_KEY`, and of every value that names none. */
export const FIRST_VERSION = 1;

const ENTRY = /^([1-9]\d{0,3}):([0-9a-f]{64})$/i;

/**
 * Parses `2:<key>,1:<key>`: the first signs and seals, the others only verify and open. Returns an error sentence, which never
 * contains a key.
 */
export function parseServerKeys(text: string): readonly ServerKey[] | string {
  const keys: ServerKey[] = [];
  for (const [index, entry] of text.split(",").entries()) {
    const [, version, hex] = ENTRY.exec(entry.trim()) ?? [];
    if (!version || !hex) {
      return `entry ${index + 1} must be a version from 1 to 9999, a colon, and 64 hexadecimal digits, like 2:…,1:…`;
    }
    keys.push({ version: Number(version), hex: hex.toLowerCase() });
  }
  const twice = keys.find(({ version }, index) => keys.findIndex((other) => other.version === version) !== index);
  if (twice) return `version ${twice.version} is there twice`;
  const same = keys.find(({ hex }, index) => keys.findIndex((other) => other.hex === hex) !== index);
  if (same) return `version ${same.version} is a key that another version is too`;
  return keys;
}
