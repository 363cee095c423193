import { blockLine } from "@/server/contracts/statement-proof/block";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type Block, publicKeyOf } from "./block";

/** The last block vouches for all before it. Null if even block 0 is missing. */
export async function findHead(): Promise<Block | null> {
  const [head] = await query<Block>(getPool(), sql`SELECT * FROM book_blocks ORDER BY number DESC LIMIT 1`);
  return head ?? null;
}

const LINE = /^closed-loop-books:(\d{1,18}):([0-9a-f]{64}):([\w~-]*)$/;

export function readLine(line: string): Pick<Block, "number" | "hash" | "signature"> | null {
  const [, number, hash, signature] = LINE.exec(line.trim()) ?? [];
  return number && hash && signature !== undefined ? { number: BigInt(number), hash, signature } : null;
}

export interface Seal {
  readonly number: bigint;
  readonly sealedAt: Date;
  readonly line: string;
  /** PEM; null for block 0, and if the key is no longer known. */
  readonly publicKey: string | null;
  /** When the oldest unsealed row was written; null if all are sealed. */
  readonly unsealedSince: Date | null;
}

export async function findSeal(): Promise<Seal | null> {
  const head = await findHead();
  if (!head) return null;
  const [oldest] = await query<{ at: Date | null }>(
    getPool(),
    sql`SELECT least(
      (SELECT p.created_at FROM entries e JOIN postings p ON p.id = e.posting_id WHERE e.id > ${head.toEntry}
        ORDER BY e.id LIMIT 1),
      (SELECT created_at FROM audit_records WHERE number > ${head.toAudit} ORDER BY number LIMIT 1)) AS at`,
  );
  const { number, createdAt: sealedAt } = head;
  return { number, sealedAt, line: blockLine(head), publicKey: publicKeyOf(head), unsealedSince: oldest?.at ?? null };
}

/** Age of the oldest unsealed row, in seconds. Null if the chain has lost its beginning. */
export async function measureUnsealed({ now }: { readonly now: Date }): Promise<number | null> {
  const seal = await findSeal();
  if (!seal) return null;
  const { unsealedSince } = seal;
  return unsealedSince ? Math.max(0, (now.getTime() - unsealedSince.getTime()) / 1_000) : 0;
}
