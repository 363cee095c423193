import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 in hex. Synchronous, and works the same on the server and in browsers, even over plain HTTP. */
export function hashText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** A leaf's text is longer than the 64 bytes of a pair, so that neither can be mistaken for the other. */
export function hashLeaf(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(left, right));
}

/** Incremental `hashText` of a text that arrives line by line; each line feed is included. */
export class LineDigest {
  private readonly hash = sha256.create();

  add(line: string): void {
    this.hash.update(utf8ToBytes(`${line}\n`));
  }

  hex(): string {
    return bytesToHex(this.hash.clone().digest());
  }
}
