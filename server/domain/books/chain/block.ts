import { type BlockFace, blockText, hashBlock, statementText } from "@/server/contracts/statement-proof/block";
import type { NewRow } from "@/server/db/insert-rows";
import { sha256Hex } from "@/server/platform/crypto";
import { isSigned, publicKeyFor, signText } from "@/server/platform/signatures";

export type Block = NewRow<"book_blocks">;
export type BlockContent = Omit<Block, "hash" | "signature">;

export function hashOf(block: BlockContent): string {
  return block.number === 0n ? hashOfBeginning(block) : hashBlock(faceOf(block));
}

/** One value per line. The migration, which made block 0, hashes it the same way. */
function hashOfBeginning(block: BlockContent): string {
  const { number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash } = block;
  const { provenFrom, unproven, createdAt } = block;
  const sealed = [number, previousHash, toEntry, entryCount, entriesHash, toAudit, auditCount, auditsHash];
  return sha256Hex([...sealed, provenFrom, unproven.join(","), createdAt.getTime()].join("\n"));
}

/** The part of a block that a proof shows. The rest is one salted hash: traffic and audit log are no tenant's business. */
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

/** Null if the key version is no longer known. Block 0, which a migration made, has no signature. */
export function isSignedBlock(block: Pick<Block, "number" | "hash" | "signature">): boolean | null {
  if (block.number === 0n) return block.signature === "";
  return isSigned("book-block", blockText(block), block.signature);
}

export function signStatement(statement: { readonly id: string; readonly digest: string }): string {
  return signText("book-block", statementText(statement));
}

/** Null for block 0, and if the key is no longer known. */
export function publicKeyOf({ number, signature }: Pick<Block, "number" | "signature">): string | null {
  return number === 0n ? null : publicKeyFor("book-block", signature);
}
