/** The sandbox as the guides tell it; a test holds it to what is seeded, and others to what the cards answer. */

export const SANDBOX_CARDS = [
  { panToken: "TESTcardApproved1", answers: "Approved, no limits" },
  { panToken: "TESTcardLowFunds1", answers: "51 above what Bob has, 25.00" },
  { panToken: "TESTcardExpired01", answers: "54, expired" },
  { panToken: "TESTcardRestrict1", answers: "62, restricted" },
  { panToken: "TESTcardOverLimit", answers: "61 above 10.00" },
  { panToken: "TESTcardVelocity1", answers: "65 after three approvals a day" },
  { panToken: "TESTcardClosed001", answers: "14, closed" },
  { panToken: "TESTcardJapanYen1", answers: "Approved in JPY; 57 in another currency" },
  { panToken: "TESTcardKuwaitKWD", answers: "Approved in KWD, with three decimals; 57 in another currency" },
] as const;

export const SANDBOX_ENDPOINTS = [
  { path: "/v1/sandbox/member-codes", plays: "A member who makes a code of 8 characters" },
  { path: "/v1/sandbox/agreements/{id}/approve", plays: "A member who approves a recurring agreement" },
  { path: "/v1/sandbox/agreements/{id}/deny", plays: "A member who denies it" },
  { path: "/v1/sandbox/settlements", plays: "The end of the day: batches, payouts, statements" },
  { path: "/v1/sandbox/accounts/{id}/fund", plays: "Money that comes in" },
] as const;
