import { type BlockFace, blockText, hashBlock, statementText } from "@/server/contracts/statement-proof/block";
import type { NewRow } from "@/server/db/insert-rows";
import { sha256Hex } from "@/server/platform/crypto";
import { isSigned, publicKeyFor, signText } from "@/server/platform/signatures";

export type Block = NewRow<"book_blocks">;
/** The fields that a block's hash covers. */
export type BlockContent = Omit<Block, "hash" | "signature">;

/** Exactly what the block says. Without a salt it is one from before there were any. */
export function hashOf(block: BlockContent): string {
  return block.salt === "" ? hashOfUnsalted(block) : hashBlock(faceOf(block));
}

/** A line each. The migration hashes block 0 the same way. */
function hashOfUnsalted(block: BlockContent): string {
  const { number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash } = block;
  const { provenFrom, unproven, createdAt } = block;
  const sealed = [number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash];
  return sha256Hex([...sealed, provenFrom, unproven.join(","), createdAt.getTime()].join("\n"));
}

/**
 * What a proof shows of a block. The rest is in it as one hash, which nobody can guess their way into, for the salt: how much
 * the network does in a minute, and what is in the audit log, is no tenant's business.
 */
export function faceOf(block: BlockContent): BlockFace {
  const { number, previousHash, entriesHash, createdAt, salt, toEntry, entryCount, toAudit, auditCount } = block;
  const { auditsHash, provenFrom, unproven, entryGroups } = block;
  const rest = [salt, toEntry, entryCount, toAudit, auditCount, auditsHash, provenFrom];
  const restHash = sha256Hex([...rest, unproven.join(","), entryGroups.join(",")].join("\n"));
  return { number: number.toString(), previousHash, entriesHash, restHash, sealedAt: createdAt.getTime() };
}

export function signBlock(content: BlockContent): Block {
  const block = { ...content, hash: hashOf(content) };
  return { ...block, signature: signText("book-block", blockText(block)) };
}

/** Null: the version of the key that it names is known no more. Block 0, which a migration made, has no signature. */
export function isSignedBlock(block: Pick<Block, "number" | "hash" | "signature">): boolean | null {
  if (block.number === 0n) return block.signature === "";
  return isSigned("book-block", blockText(block), block.signature);
}

/** Signs a statement's digest with the key of the blocks. */
export function signStatement(statement: { readonly id: string; readonly digest: string }): string {
  return signText("book-block", statementText(statement));
}

/** With which anyone can check the block's signature. Null for block 0, and where the key is known no more. */
export function publicKeyOf({ number, signature }: Pick<Block, "number" | "signature">): string | null {
  return number === 0n ? null : publicKeyFor("book-block", signature);
}
