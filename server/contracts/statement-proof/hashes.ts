import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 in hexadecimal digits. Synchronous, and the same in a browser, on plain http too, as on the server. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** A leaf of a tree. Its text is longer than the 64 bytes of a pair, so that neither passes for the other. */
export function hashLeaf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(left, right));
}

/** Of a text that arrives line by line: what `hashText` of all of it says, each line with its line feed. */
export class LineDigest {
  private readonly hash = sha256.create();

  add(line: string): void {
    this.hash.update(utf8ToBytes(`${line}\n`));
  }

  hex(): string {
    return bytesToHex(this.hash.clone().digest());
  }
}
