export type PaymentsOf = { readonly merchant: string } | { readonly member: string };

/** Rows on a record's page. */
export const LATEST = 5;
