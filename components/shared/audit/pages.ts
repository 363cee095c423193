import type { AuditEntry } from "@/server/trpc/types";

type PageOf = (entry: AuditEntry) => string | null;

/** Cards and accounts have no page of their own; the member's shows them. */
const pageOfMember: PageOf = ({ details }) => {
  const member = details.find(({ name }) => name === "member" || name === "memberId")?.value;
  return member ? `members/${member}` : null;
};

const TENANT_PAGES: Readonly<Record<string, PageOf>> = {
  account: pageOfMember,
  agreement: pageOfMember,
  api_key: () => "keys",
  authorization: ({ subjectId }) => `authorizations/${subjectId}`,
  card: pageOfMember,
  charge_request: pageOfMember,
  funding_file: () => "floats",
  invitation: ({ action }) => (action.startsWith("team.") ? "team" : null),
  member: ({ subjectId }) => `members/${subjectId}`,
  merchant: ({ subjectId }) => `merchants/${subjectId}`,
  payment_code: ({ subjectId }) => `payment-codes/${subjectId}`,
  dispute: () => "disputes",
  report: () => "disputes",
  tenant: ({ action }) => (action === "settlement.run" ? "settlement" : "settings"),
  user: ({ action }) => (action.startsWith("team.") ? "team" : null),
  webhook_subscription: ({ subjectId }) => `webhooks/${subjectId}`,
};

const NETWORK_PAGES: Readonly<Record<string, PageOf>> = {
  account: pageOfMember,
  books: () => "books",
  card: pageOfMember,
  member: ({ subjectId }) => `members/${subjectId}`,
  merchant: ({ subjectId }) => `merchants/${subjectId}`,
  network: () => "settlement",
  network_key: () => "bank",
  payment_file: () => "payouts",
  payout_terms: () => "payouts",
  payout: ({ subjectId }) => `payouts/${subjectId}`,
  run: () => "engine",
  tenant: ({ tenantSlug }) => tenantSlug && `tenants/${tenantSlug}`,
};

/** The path of the subject's page within the tenant's console. Null if it has none. */
export function tenantPageOf(entry: AuditEntry): string | null {
  return TENANT_PAGES[entry.subjectKind]?.(entry) ?? null;
}

/** The path of the operators' page, below `/network`. Null if there is none. */
export function networkPageOf(entry: AuditEntry): string | null {
  return NETWORK_PAGES[entry.subjectKind]?.(entry) ?? null;
}
