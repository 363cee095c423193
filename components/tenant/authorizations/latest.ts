/** Whose payments: a merchant's, or a member's. */
export type PaymentsOf = { readonly merchant: string } | { readonly member: string };

/** As many as a record's page shows. */
export const LATEST = 5;
