import { z } from "zod";

/**
 * A self-proving statement: one JSON record per line, so that it can be written and checked as a stream. First the statement;
 * then its lines, each followed soon by the blocks with the entries that moved its money; last the signature over everything.
 * Amounts are minor units in decimal digits.
 */
export const PROOF_FORMAT = "closed-loop/statement-proof@2";

/** Older statements, which have no fees. */
const WITHOUT_FEES = "closed-loop/statement-proof@1";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Minor = z.string().regex(/^(0|-?[1-9]\d{0,18})$/);
const Id = z.string().min(1).max(40);
const Moment = z.int().min(0);
const BlockNumber = z.string().regex(/^\d{1,18}$/);
/** Base64url, prefixed with the key's version unless that is the first. */
const Signature = z.string().regex(/^(\d{1,4}~)?[\w-]{1,100}$/);
const MAX_NAME = 400;
const MAX_LEVELS = 24;

const Opening = z.object({
  format: z.enum([PROOF_FORMAT, WITHOUT_FEES]),
  statement: z.object({
    id: Id,
    merchant: z.object({ id: Id, name: z.string().max(MAX_NAME) }),
    /** The merchant's account, which every line moves. */
    account: Id,
    environment: z.string().max(10),
    currency: z.string().length(3),
    day: z.string().max(10),
    createdAt: Moment,
    previousId: Id.nullable(),
    captureCount: z.int().min(0),
    capturedMinor: Minor,
    refundCount: z.int().min(0),
    refundedMinor: Minor,
    feeMinor: Minor.default("0"),
    feePosting: Id.nullable().default(null),
    carriedInMinor: Minor,
    payoutMinor: Minor,
    carriedOutMinor: Minor,
    payoutPosting: Id.nullable(),
  }),
});

const Line = z.object({
  line: z.object({
    id: Id,
    kind: z.enum(["capture", "refund"]),
    amountMinor: Minor,
    /** Negative if a refund returns the fee. */
    feeMinor: Minor.default("0"),
    at: Moment,
    /** The root authorization, which postings refer to. */
    authorization: Id,
    authorizationId: Id,
    transactionId: Id,
    refundId: Id.nullable(),
    merchantReference: z.string().max(MAX_NAME).nullable(),
    receipt: z.string().max(100),
    /** Part of the same movement that is in other statements, if a refund is divided. */
    elsewhereMinor: Minor,
  }),
});

const Key = z.object({ key: z.object({ version: z.int().min(1), publicKey: z.string().max(400) }) });

const Entry = z.object({
  posting: Id,
  account: z.string().max(64),
  currency: z.string().length(3),
  amountMinor: Minor,
  kind: z.string().max(20),
  environment: z.string().max(10),
  postingCurrency: z.string().length(3),
  authorization: Id.nullable(),
  at: Moment,
});

const Block = z.object({
  block: z.object({
    number: BlockNumber,
    previousHash: Hash,
    entriesHash: Hash,
    restHash: Hash,
    sealedAt: Moment,
    hash: Hash,
    signature: Signature,
    /** Null if the server no longer has the key. */
    keyVersion: z.int().min(1).nullable(),
    levels: z.int().min(0).max(MAX_LEVELS),
    entries: z.array(Entry.extend({ place: z.int().min(0), blind: Hash })),
    /** The rest of the tree, from left to right. */
    nodes: z.array(Hash),
  }),
});

/**
 * Entries that no block proves, because they aren’t sealed yet. Accounts other than the merchant’s are
 * empty.
 */
const Unshown = z.object({ unshown: z.object({ why: z.literal("waiting"), entries: z.array(Entry) }) });

const End = z.object({
  end: z.object({ lines: z.int().min(0), digest: Hash, signature: Signature, keyVersion: z.int().min(1) }),
});

const RECORDS = { format: Opening, line: Line, key: Key, block: Block, unshown: Unshown, end: End } as const;

export type ProofRecord = {
  [Name in keyof typeof RECORDS]: z.infer<(typeof RECORDS)[Name]>;
}[keyof typeof RECORDS];
export type ProvenStatement = z.infer<typeof Opening>["statement"];
export type ProvenLine = z.infer<typeof Line>["line"];
export type ProvenEntry = z.infer<typeof Entry>;
export type ProvenBlock = z.infer<typeof Block>["block"];

export function readRecord(text: string): ProofRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    const [name = ""] = typeof value === "object" && value !== null ? Object.keys(value) : [];
    if (!Object.hasOwn(RECORDS, name)) return null;
    return RECORDS[name as keyof typeof RECORDS].safeParse(value).data ?? null;
  } catch {
    return null;
  }
}
