import { hashText } from "./hashes";

/** The public part of a block of the books. */
export interface BlockFace {
  readonly number: string;
  readonly previousHash: string;
  /** Root of the tree of its entries. */
  readonly entriesHash: string;
  /** Hash of the private part: how much the block seals, and the audit log. */
  readonly restHash: string;
  readonly sealedAt: number;
}

export function hashBlock({ number, previousHash, entriesHash, restHash, sealedAt }: BlockFace): string {
  return hashText(["closed-loop block", number, previousHash, entriesHash, restHash, sealedAt].join("\n"));
}

export function blockText({ number, hash }: { readonly number: string | bigint; readonly hash: string }): string {
  return `closed-loop books, block ${number}, SHA-256 ${hash}`;
}

export function statementText({ id, digest }: { readonly id: string; readonly digest: string }): string {
  return `closed-loop statement ${id}, SHA-256 ${digest}`;
}

/** A block in one line, to be stored elsewhere: `npm run audit -- --head LINE` checks that it is still in the chain. */
export function blockLine(block: {
  readonly number: string | bigint;
  readonly hash: string;
  readonly signature: string;
}): string {
  return `closed-loop-books:${block.number}:${block.hash}:${block.signature}`;
}
