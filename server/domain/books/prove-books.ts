import { getPool } from "@/server/db/pool";
import type { AuditRecord } from "@/server/domain/queries";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { recordAudit } from "../audit";
import type { NetworkCaller, OperatorCaller } from "../caller";
import { type CheckResult, checkBooks } from "../ledger";
import { checkChain } from "./chain/check-chain";
import { findSeal, type readLine, type Seal } from "./chain/head";

export const PROVED = "books.proved";

export interface Proof {
  readonly checks: readonly CheckResult[];
  readonly head: string | null;
}

interface ProvedCheck {
  readonly name: string;
  readonly about: string;
  readonly durationMs: number;
  /** `120 postings, 240 entries`. */
  readonly looksAt: string;
  /** `says` is empty if `offByMinor` says it all. */
  readonly findings: readonly { readonly record: string; readonly offByMinor: string; readonly says: string }[];
}

export interface RecordedProof {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly isNightly: boolean;
  readonly checks: readonly ProvedCheck[];
}

const WORDS: Readonly<Record<string, string>> = {
  audit_records: "audit records",
  book_blocks: "blocks",
  merchant_prices: "prices",
  open_batches: "open batches",
  settlement_batches: "batches",
};

/** `1 batch`, `56 entries`. */
function formatRows(table: string, rows: number): string {
  const many = WORDS[table] ?? table;
  const one = many.replace(/ies$/, "y").replace(/ches$/, "ch").replace(/s$/, "");
  return `${rows.toLocaleString("en-US")} ${rows === 1 ? one : many}`;
}

/** Audit details are flat, so checks are stored column by column: the n-th value of each belongs to the n-th check. */
function toDetails({ checks, head }: Proof): Record<string, string[] | number | string | null> {
  return {
    breached: checks.filter(({ breaches }) => breaches.length > 0).length,
    head,
    names: checks.map(({ name }) => name),
    abouts: checks.map(({ about }) => about),
    durations: checks.map(({ durationMs }) => String(durationMs)),
    looksAt: checks.map(({ looksAt }) => looksAt.map(({ table, rows }) => formatRows(table, rows)).join(", ")),
    findings: checks.flatMap(({ breaches }, index) =>
      breaches.map(({ record, offByMinor, says = "" }) => `${index}|${record}|${offByMinor}|${says}`),
    ),
  };
}

type Details = Readonly<Record<string, unknown>>;

export function checksOf(details: Details): readonly ProvedCheck[] {
  const column = (name: string) => (Array.isArray(details[name]) ? details[name].map(String) : []);
  const [abouts, durations, looksAt] = [column("abouts"), column("durations"), column("looksAt")];
  const findings = column("findings").map((text) => text.split("|"));
  return column("names").map((name, index) => ({
    name,
    about: abouts[index] ?? "",
    durationMs: Number(durations[index] ?? 0),
    looksAt: looksAt[index] ?? "",
    findings: findings
      .filter(([check]) => Number(check) === index)
      .map(([, record = "", offByMinor = "0", says = ""]) => ({ record, offByMinor, says })),
  }));
}

export function toRecordedProof({ id, createdAt, actor, details }: AuditRecord): RecordedProof {
  return { id, at: createdAt, actor, isNightly: actor === "Closed Loop", checks: checksOf(details) };
}

export interface CheckedBooks {
  readonly checks: readonly CheckResult[];
  readonly seal: Seal | null;
}

/** Every check: books, sealed rows, and whether the chain has `kept`, a head that was noted elsewhere. */
export async function checkAllBooks(kept: ReturnType<typeof readLine> = null): Promise<CheckedBooks> {
  return { checks: [...(await checkBooks()), ...(await checkChain(kept))], seal: await findSeal() };
}

interface State {
  underWay: { readonly startedAt: Date; readonly actor: string } | null;
  failure: { readonly at: Date; readonly reason: string } | null;
}

/** One proof at a time per process: each holds a connection and reads everything. */
export const proving = processSingleton<State>("proving-books", () => ({ underWay: null, failure: null }));

/** Proves the books of both environments and records the result, good or bad. Null if this process is proving already. */
export async function proveBooks(caller: NetworkCaller | OperatorCaller): Promise<Proof | null> {
  if (proving.underWay) return null;
  proving.underWay = { startedAt: now(), actor: caller.kind === "operator" ? caller.email : "Closed Loop" };
  proving.failure = null;
  try {
    const { checks, seal } = await checkAllBooks();
    const proof: Proof = { checks, head: seal?.line ?? null };
    await recordAudit(getPool(), caller, {
      action: PROVED,
      subject: { kind: "books", id: "all" },
      tenantId: null,
      environment: null,
      details: toDetails(proof),
    });
    return proof;
  } catch (error) {
    proving.failure = { at: now(), reason: error instanceof Error ? error.message : String(error) };
    throw error;
  } finally {
    proving.underWay = null;
  }
}

/** Doesn't wait for the proof, which may take minutes. False if one is under way. */
export function startProof(caller: OperatorCaller): boolean {
  if (proving.underWay) return false;
  proveBooks(caller).catch((error: Error) => {
    getLogger().error({ requestId: caller.requestId, reason: error.message }, "books not read: nothing is proved");
  });
  return true;
}
