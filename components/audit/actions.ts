import type { AuditEntry } from "@/server/trpc/types";

/** What each action is called; one that is not here is spelled out of its own words. */
const WORDS: Readonly<Record<string, string>> = {
  "account.funded": "Added test money",
  "account.opened": "Opened an account",
  "api_key.created": "Created an API key",
  "api_key.revoked": "Revoked an API key",
  "api_key.rolled": "Rolled an API key’s secret",
  "api_key.signature_changed": "Changed whether a key’s requests are signed",
  "card.closed": "Closed a card",
  "card.frozen": "Froze their card",
  "card.frozen_by_issuer": "Froze a card",
  "card.issued": "Issued a card",
  "card.unfrozen": "Unfroze their card",
  "card.unfrozen_by_issuer": "Unfroze a card",
  "member.created": "Created a member",
  "member.invited": "Invited a member to the wallet",
  "member.joined": "Opened the wallet",
  "merchant.created": "Onboarded a merchant",
  "merchant.reactivated": "Reactivated a merchant",
  "merchant.same_day_reversal_changed": "Changed same-day reversal",
  "merchant.suspended": "Suspended a merchant",
  "merchant_key.created": "Created a merchant key",
  "merchant_key.revoked": "Revoked a merchant key",
  "team.invitation_revoked": "Withdrew an invitation",
  "team.invited": "Invited somebody",
  "team.joined": "Joined the team",
  "team.left": "Left the team",
  "team.person_removed": "Removed somebody from the team",
  "team.role_changed": "Changed a role",
  "tenant.approved_for_live": "Approved the tenant for live",
  "tenant.live_asked": "Asked for live",
  "tenant.onboarded": "Onboarded the tenant",
  "tenant.reactivated": "Reactivated the tenant",
  "tenant.renamed": "Renamed the tenant",
  "tenant.signed_up": "Signed the tenant up",
  "tenant.suspended": "Suspended the tenant",
  "tenant.tier_changed": "Changed the rate limit",
  "webhook_subscription.created": "Added a webhook",
  "webhook_subscription.revoked": "Revoked a webhook",
  "webhook_subscription.secret_rotated": "Rotated a webhook’s secret",
  "webhook_subscription.updated": "Changed a webhook",
};

/** `payment_code.revoked`: Payment code revoked. */
export function sayAction(action: string): string {
  const plain = action.replace(/[._]/g, " ");
  return WORDS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What the log is filtered by: the word before an action's dot. */
export const NOUNS = [
  { value: "api_key", label: "API keys" },
  { value: "merchant", label: "Merchants" },
  { value: "merchant_key", label: "Merchant keys" },
  { value: "member", label: "Members" },
  { value: "account", label: "Accounts" },
  { value: "card", label: "Cards" },
  { value: "authorization", label: "Authorizations" },
  { value: "payment_code", label: "Payment codes" },
  { value: "webhook_subscription", label: "Webhooks" },
  { value: "team", label: "Team" },
  { value: "tenant", label: "Organisation" },
] as const;

const PAGES: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  api_key: () => "keys",
  merchant: ({ subjectId }) => `merchants/${subjectId}`,
  member: ({ subjectId }) => `members/${subjectId}`,
  account: memberPage,
  card: memberPage,
  authorization: ({ subjectId }) => `authorizations/${subjectId}`,
  payment_code: ({ subjectId }) => `payment-codes/${subjectId}`,
  webhook_subscription: ({ subjectId }) => `webhooks/${subjectId}`,
  user: () => "team",
  invitation: () => "team",
  tenant: () => "settings",
};

/** A card's and an account's page is their member's. */
function memberPage({ details }: AuditEntry): string | null {
  const member = details.find(({ name }) => name === "member")?.value;
  return member ? `members/${member}` : null;
}

/** The page of what was acted on, where it has one. */
export function pageOfSubject(entry: AuditEntry): string | null {
  return PAGES[entry.subjectKind]?.(entry) ?? null;
}
