import type { ClosedLoop, Schemas } from "../index.ts";
import type { Profile } from "./profiles.ts";

type Batch = Schemas["BatchRecord"];

export interface Reconciled {
  readonly day: string;
  readonly batches: readonly {
    readonly batch: Batch;
    readonly lines: number;
    /** What doesn’t add up; empty if all does. */
    readonly problems: readonly string[];
  }[];
  readonly isWell: boolean;
}

const DAY_MS = 86_400_000;
/** A day ends up to 14 hours before it does in UTC, and may be settled some days later. */
const EARLIER_MS = 14 * 3_600_000;
const LATER_DAYS = 7;
/** Amounts have at most four decimals; whole numbers add up exactly. */
const PARTS = 10_000;

const parts = (amount: number) => Math.round(amount * PARTS);
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + parts(amount), 0);

/**
 * Adds up every batch of a day from its lines: the lines are captured − refunded − fee, and with what is carried in they are the payout
 * and what is carried out.
 */
export async function reconcile(loop: ClosedLoop, profile: Profile, day: string): Promise<Reconciled> {
  const isTenant = profile.apiKey !== undefined && profile.merchant === undefined;
  const begin = Date.parse(day);
  const created = {
    gte: new Date(begin - EARLIER_MS).toISOString(),
    lt: new Date(begin + LATER_DAYS * DAY_MS).toISOString(),
  };
  const batches: Reconciled["batches"][number][] = [];
  const list = isTenant ? loop.listSettlementBatches({ created }) : loop.listSettlements({ created });
  for await (const batch of list) {
    if (batch.day !== day) continue;
    const lines: Schemas["BatchLine"][] = [];
    const listed = isTenant
      ? loop.listSettlementLines({ id: batch.batchId, limit: 100 })
      : loop.listMerchantLines({ batchId: batch.batchId, limit: 100 });
    for await (const line of listed) lines.push(line);
    batches.push({ batch, lines: lines.length, problems: problemsOf(batch, lines) });
  }
  return { day, batches, isWell: batches.every(({ problems }) => problems.length === 0) };
}

export function problemsOf(batch: Batch, lines: readonly Schemas["BatchLine"][]): string[] {
  const captures = lines.filter(({ kind }) => kind === "capture");
  const refunds = lines.filter(({ kind }) => kind === "refund");
  const sums: readonly (readonly [what: string, ofLines: number, stated: number])[] = [
    ["captured", sumOf(captures.map(({ gross }) => gross)), parts(batch.captured)],
    ["refunded", -sumOf(refunds.map(({ gross }) => gross)), parts(batch.refunded)],
    ["fee", sumOf(lines.map(({ fee }) => fee)), parts(batch.fee)],
    ["net", sumOf(lines.map(({ net }) => net)), parts(batch.net)],
    ["payout + carriedOut", parts(batch.net) + parts(batch.carriedIn), parts(batch.payout) + parts(batch.carriedOut)],
  ];
  return sums
    .filter(([, ofLines, stated]) => ofLines !== stated)
    .map(([what, ofLines, stated]) => `${what} is ${stated / PARTS}, its lines are ${ofLines / PARTS}`);
}
