import { createCipheriv } from "node:crypto";
import { DAY_MS } from "@/server/platform/clock";
import { newApprovalCode } from "@/server/platform/ids";
import { lastingVersion, requireKey } from "@/server/platform/key-ring";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { processSingleton } from "@/server/platform/singleton";
import { actorOf } from "../authority";
import type { AcquirerCaller } from "../caller";
import { APPROVED_CODE, type Decision } from "../declines";
import type { RiskAssessment } from "../risk";
import type { AuthorizationRow } from "./authorization";
import { encodeDecision } from "./stored-decision";

interface Drawn {
  readonly drawn: bigint;
  readonly parent: AuthorizationRow | null;
}

type Described = Omit<AuthorizationRow, keyof ReturnType<typeof givenColumns> | "metadata"> & {
  readonly metadata: Readonly<Record<string, unknown>> | null;
};

/** All figures but the amount start at zero; a declined authorization has no hold. */
export function newAuthorizationRow(
  caller: AcquirerCaller,
  { drawn, parent, metadata, ...described }: Drawn & Described,
  decision: Decision,
  risk: RiskAssessment | null,
): AuthorizationRow {
  const { amountMinor, mcc, mode } = described;
  const given = givenColumns(caller, { drawn, parent, amountMinor, mcc, mode }, decision, risk);
  // Built first and spread afterwards: on Node 20, each field added to a spread copy takes 2.5 µs (decision 123).
  return { metadata: metadata as AuthorizationRow["metadata"], ...described, ...given };
}

function givenColumns(
  caller: AcquirerCaller,
  { drawn, parent, amountMinor, mcc, mode }: Drawn & Pick<AuthorizationRow, "amountMinor" | "mcc" | "mode">,
  decision: Decision,
  risk: RiskAssessment | null,
) {
  const id = AuthorizationId.make(caller.now);
  const isApproved = decision.outcome === "approved";
  const { actorKind, actorId } = actorOf(caller);
  return {
    id,
    authorizationNumber: authorizationNumber(drawn),
    tenantId: caller.tenantId,
    environment: caller.environment,
    rootId: parent?.rootId ?? id,
    parentId: parent?.id ?? null,
    outcome: decision.outcome,
    capturedMinor: 0n,
    voidedMinor: 0n,
    refundedMinor: 0n,
    expiredMinor: 0n,
    familyAmountMinor: isApproved && !parent ? amountMinor : 0n,
    familyCapturedMinor: 0n,
    familyVoidedMinor: 0n,
    familyRefundedMinor: 0n,
    familyExpiredMinor: 0n,
    version: 0,
    familySequence: parent?.version ?? 0,
    // Events written in its own query; a sale raises it.
    eventSequence: 1,
    approvalCode: isApproved ? newApprovalCode() : null,
    responseCode: isApproved ? APPROVED_CODE : decision.code,
    riskScore: risk?.score ?? null,
    decision: encodeDecision(decision, risk) as unknown as AuthorizationRow["decision"],
    requestId: caller.requestId,
    createdAt: caller.now,
    expiresAt: isApproved ? holdExpiry(caller.now, mcc, mode) : null,
    acknowledgedAt: null,
    settledAt: null,
    actorKind,
    actorId,
  };
}

/** Merchant categories whose final amount is known late: lodging and car rental. The card brands define the ranges. */
const LATE_AMOUNT_MCCS = [
  { from: 3351, to: 3441 },
  { from: 3501, to: 3999 },
  { from: 7011, to: 7012 },
  { from: 7512, to: 7513 },
  { from: 7519, to: 7519 },
] as const;

/** How long a hold lasts (design 6); the first match applies. */
const HOLD_LENGTHS: readonly { readonly days: number; fits(mcc: string | null, mode: string | null): boolean }[] = [
  { days: 30, fits: (mcc) => LATE_AMOUNT_MCCS.some(({ from, to }) => Number(mcc) >= from && Number(mcc) <= to) },
  { days: 3, fits: (_, mode) => mode === "01" },
  { days: 7, fits: () => true },
];

export function holdExpiry(from: Date, mcc: string | null, mode: string | null): Date {
  const days = HOLD_LENGTHS.find((row) => row.fits(mcc, mode))?.days ?? 7;
  return new Date(from.getTime() + days * DAY_MS);
}

/** 3,163 × 3,163 is the smallest square above 10,000,000, so walking the cycle takes one step almost always. */
const SIDE = 3_163;
const NUMBERS = 10_000_000;
const ROUNDS = 6;

/** By version of the server's key: for each round, the numbers that it adds to each half. */
const roundTables = () => processSingleton("authorization-number-rounds", () => new Map<number, readonly number[][]>());

/** Derived from the oldest known key: a new key must not repeat numbers. */
function rounds(): readonly number[][] {
  const version = lastingVersion("authorization-number");
  const tables = roundTables();
  const known = tables.get(version);
  if (known) return known;
  const cipher = createCipheriv("aes-256-ctr", requireKey("authorization-number", version), Buffer.alloc(16));
  const stream = cipher.update(Buffer.alloc(ROUNDS * SIDE * 4));
  const made = Array.from({ length: ROUNDS }, (_, round) =>
    Array.from({ length: SIDE }, (_, i) => stream.readUInt32BE((round * SIDE + i) * 4) % SIDE),
  );
  tables.set(version, made);
  return made;
}

function permuteSquare(value: number): number {
  let left = Math.floor(value / SIDE);
  let right = value % SIDE;
  for (const table of rounds()) [left, right] = [right, (left + (table[right] ?? 0)) % SIDE];
  return left * SIDE + right;
}

/** A keyed Feistel permutation of a sequence: neighbors reveal no volume, and none of ten million numbers repeats. */
export function authorizationNumber(drawn: bigint): string {
  let value = Number(drawn % BigInt(NUMBERS));
  do value = permuteSquare(value);
  while (value >= NUMBERS);
  return value.toString().padStart(7, "0");
}
