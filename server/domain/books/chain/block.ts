import type { NewRow } from "@/server/db/insert-rows";
import { sha256Hex } from "@/server/platform/crypto";
import { isSigned, publicKeyFor, signText } from "@/server/platform/signatures";

export type Block = NewRow<"book_blocks">;
/** What a block's hash is made of. */
export type BlockContent = Omit<Block, "hash" | "signature">;

/** Exactly what the block says, a line each. The migration hashes block 0 the same way. */
export function hashOf(block: BlockContent): string {
  const { number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash } = block;
  const { provenFrom, unproven, createdAt } = block;
  const sealed = [number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash];
  return sha256Hex([...sealed, provenFrom, unproven.join(","), createdAt.getTime()].join("\n"));
}

const signedText = ({ number, hash }: Pick<Block, "number" | "hash">) =>
  `closed-loop books, block ${number}, SHA-256 ${hash}`;

export function signBlock(content: BlockContent): Block {
  const block = { ...content, hash: hashOf(content) };
  return { ...block, signature: signText("book-block", signedText(block)) };
}

/** Null: the version of the key that it names is known no more. Block 0, which a migration made, has no signature. */
export function isSignedBlock(block: Pick<Block, "number" | "hash" | "signature">): boolean | null {
  if (block.number === 0n) return block.signature === "";
  return isSigned("book-block", signedText(block), block.signature);
}

/** With which anyone can check the block's signature. Null for block 0, and where the key is known no more. */
export function publicKeyOf({ number, signature }: Pick<Block, "number" | "signature">): string | null {
  return number === 0n ? null : publicKeyFor("book-block", signature);
}
