/**
 * The effects that answers report, in the format of `check/records.ts`. Amounts are in minor units of a currency with two
 * decimals.
 */

const minor = (amount: number) => Math.round(amount * 100);

interface Decided {
  readonly authorizationId: string | null;
  readonly amount: number;
}

export function approved({ authorizationId, amount }: Decided): string[] {
  return [
    `authorization ${authorizationId} approved ${minor(amount)}`,
    `event authorization.approved ${authorizationId}`,
  ];
}

export function declined({ authorizationId, amount }: Decided): string[] {
  return [
    `authorization ${authorizationId} declined ${minor(amount)}`,
    `event authorization.declined ${authorizationId}`,
  ];
}

export function captured(authorizationId: string | null, amount: number): string[] {
  return [`capture ${authorizationId} ${minor(amount)}`, `event authorization.captured ${authorizationId}`];
}

export function reversed(authorizationId: string | null, amount: number): string[] {
  return [`reversal ${authorizationId} ${minor(amount)}`, `event authorization.reversed ${authorizationId}`];
}

interface Sold {
  readonly approved: boolean;
  readonly authorizationId: string | null;
  readonly capturedAmount: number;
}

/** An approved sale's hold and capture, or its decline. */
export function sold({ approved: isApproved, authorizationId, capturedAmount }: Sold, amount: number): string[] {
  if (!isApproved) return declined({ authorizationId, amount });
  return [...approved({ authorizationId, amount }), ...captured(authorizationId, capturedAmount)];
}

export function funded(account: string, amount: number): string[] {
  return [`funding ${account} ${minor(amount)}`];
}

/** Other records that must exist once: `code`, `agreement`, `revoked agreement`, and so on. */
export function made(kind: string, id: string | null): string[] {
  return id === null ? [] : [`${kind} ${id}`];
}
