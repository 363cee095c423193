import type { AuditRecord } from "@/server/domain/queries";
import type { CheckResult } from "../ledger";

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
function sayRows(table: string, rows: number): string {
  const many = WORDS[table] ?? table;
  const one = many.replace(/ies$/, "y").replace(/ches$/, "ch").replace(/s$/, "");
  return `${rows.toLocaleString("en-US")} ${rows === 1 ? one : many}`;
}

/** Audit details are flat, so checks are stored column by column: the n-th value of each belongs to the n-th check. */
export function toDetails({ checks, head }: Proof): Record<string, string[] | number | string | null> {
  return {
    breached: checks.filter(({ breaches }) => breaches.length > 0).length,
    head,
    names: checks.map(({ name }) => name),
    abouts: checks.map(({ about }) => about),
    durations: checks.map(({ durationMs }) => String(durationMs)),
    looksAt: checks.map(({ looksAt }) => looksAt.map(({ table, rows }) => sayRows(table, rows)).join(", ")),
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
