import { hashText } from "./hashes";

/** What anyone may know of a block of the books. */
export interface BlockFace {
  readonly number: string;
  readonly previousHash: string;
  /** The root of the tree of its entries. */
  readonly entriesHash: string;
  /** The hash of what is nobody else's business: how much it seals, and the audit log. */
  readonly restHash: string;
  /** Milliseconds since 1970. */
  readonly sealedAt: number;
}

export function hashBlock({ number, previousHash, entriesHash, restHash, sealedAt }: BlockFace): string {
  return hashText(["closed-loop block", number, previousHash, entriesHash, restHash, sealedAt].join("\n"));
}

/** What the server signs of a block, Ed25519. */
export function blockText({ number, hash }: { readonly number: string | bigint; readonly hash: string }): string {
  return `closed-loop books, block ${number}, SHA-256 ${hash}`;
}

/** And of a statement, with the same key. */
export function statementText({ id, digest }: { readonly id: string; readonly digest: string }): string {
  return `closed-loop statement ${id}, SHA-256 ${digest}`;
}

/** A block in one line, to be kept elsewhere: `npm run audit -- --head LINE` says whether the chain still has it. */
export function blockLine(block: {
  readonly number: string | bigint;
  readonly hash: string;
  readonly signature: string;
}): string {
  return `closed-loop-books:${block.number}:${block.hash}:${block.signature}`;
}
