/** The sandbox as the guides describe it. Tests compare it with the seed and with the cards' actual answers. */

const ALICE = "A real card on Alice’s balance, which everybody shares";
const BOB = "A real card on Bob’s balance, which everybody shares";
const TEST_CARD = "The test card alone, whatever anyone did before";

export const SANDBOX_CARDS = [
  { panToken: "TESTcardApproved1", answers: "Approved, no limits", decidedBy: ALICE },
  { panToken: "TESTcardLowFunds1", answers: "51 above what Bob has, 25.00", decidedBy: BOB },
  { panToken: "TESTcardExpired01", answers: "54, expired", decidedBy: ALICE },
  { panToken: "TESTcardRestrict1", answers: "62, restricted", decidedBy: ALICE },
  { panToken: "TESTcardOverLimit", answers: "61 above 10.00", decidedBy: ALICE },
  { panToken: "TESTcardVelocity1", answers: "65 after three approvals a day, by anyone", decidedBy: ALICE },
  { panToken: "TESTcardClosed001", answers: "14, closed", decidedBy: ALICE },
  { panToken: "TESTcardJapanYen1", answers: "Approved in JPY; 57 in another currency", decidedBy: ALICE },
  {
    panToken: "TESTcardKuwaitKWD",
    answers: "Approved in KWD, with three decimals; 57 in another currency",
    decidedBy: ALICE,
  },
  { panToken: "TESTcardDecline05", answers: "05, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline14", answers: "14, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline51", answers: "51, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline54", answers: "54, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline57", answers: "57, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline61", answers: "61, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline62", answers: "62, always", decidedBy: TEST_CARD },
  { panToken: "TESTcardDecline65", answers: "65, always", decidedBy: TEST_CARD },
] as const;

export const SANDBOX_ENDPOINTS = [
  { path: "/v1/sandbox/member-codes", plays: "A member who makes a code of 8 characters" },
  { path: "/v1/sandbox/member-codes/{id}/replace", plays: "A member who makes another code for one that was lost" },
  { path: "/v1/sandbox/agreements/{id}/approve", plays: "A member who approves a recurring agreement" },
  { path: "/v1/sandbox/agreements/{id}/deny", plays: "A member who denies it" },
  { path: "/v1/sandbox/charge-requests/{id}/approve", plays: "A member who approves a charge outside an agreement" },
  { path: "/v1/sandbox/charge-requests/{id}/deny", plays: "A member who denies it" },
  { path: "/v1/sandbox/authorizations/{id}/rescue", plays: "A member who lets a declined payment through, once" },
  { path: "/v1/sandbox/disputes", plays: "A member who disputes a payment" },
  { path: "/v1/sandbox/disputes/{id}/answer", plays: "A member who answers once it is closed" },
  { path: "/v1/sandbox/settlements", plays: "Settles now: batches, payouts, statements" },
  { path: "/v1/sandbox/payouts/{id}/answer", plays: "A bank that pays a payout, or sends it back" },
  { path: "/v1/sandbox/accounts/{id}/fund", plays: "Adds money to an account" },
  { path: "/v1/sandbox/clock", plays: "Reads the clock (GET)" },
  { path: "/v1/sandbox/clock/advance", plays: "Moves time forward, in a sandbox of your own" },
] as const;
