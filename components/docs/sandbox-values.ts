/** The sandbox as the guides tell it. A test asks every card (e2e/api/docs-snippets.spec.ts). */

interface SandboxCard {
  readonly panToken: string;
  readonly answers: string;
  /** What it is tried with, and the reason it answers with; null: approved. */
  readonly amount: number;
  readonly currency?: string;
  readonly reasonCode: string | null;
}

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { panToken: "TESTcardApproved1", answers: "Approved, no limits", amount: 1000, reasonCode: null },
  { panToken: "TESTcardLowFunds1", answers: "51 above what Bob has, 25.00", amount: 100_000, reasonCode: "51" },
  { panToken: "TESTcardExpired01", answers: "54, expired", amount: 1, reasonCode: "54" },
  { panToken: "TESTcardRestrict1", answers: "62, restricted", amount: 1, reasonCode: "62" },
  { panToken: "TESTcardOverLimit", answers: "61 above 10.00", amount: 10.01, reasonCode: "61" },
  { panToken: "TESTcardVelocity1", answers: "65 after three approvals a day", amount: 1, reasonCode: null },
  { panToken: "TESTcardClosed001", answers: "14, closed", amount: 1, reasonCode: "14" },
  {
    panToken: "TESTcardJapanYen1",
    answers: "Approved in JPY; 57 in another currency",
    amount: 1200,
    currency: "JPY",
    reasonCode: null,
  },
  {
    panToken: "TESTcardKuwaitKWD",
    answers: "Approved in KWD, with three decimals; 57 in another currency",
    amount: 1.234,
    currency: "KWD",
    reasonCode: null,
  },
];

export const SANDBOX_ENDPOINTS = [
  { path: "/v1/sandbox/member-codes", plays: "A member who makes a code of 8 characters" },
  { path: "/v1/sandbox/agreements/{id}/approve", plays: "A member who approves a recurring agreement" },
  { path: "/v1/sandbox/agreements/{id}/deny", plays: "A member who denies it" },
  { path: "/v1/sandbox/settlements", plays: "The end of the day: batches, payouts, statements" },
  { path: "/v1/sandbox/accounts/{id}/fund", plays: "Money that comes in" },
] as const;
