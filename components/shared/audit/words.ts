import { capitalized } from "@/components/ui/values/capitalized";
import { MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";

/** Labels of actions. Actions without one are spelled out. */
const ACTIONS: Readonly<Record<string, string>> = {
  "account.funded": "Added money",
  "account.funding_reversed": "Took money back",
  "account.opened": "Opened an account",
  "agreement.approved": "Approved an agreement",
  "agreement.denied": "Denied an agreement",
  "agreement.revoked": "Revoked an agreement",
  "api_key.created": "Created an API key",
  "api_key.replaced": "Replaced an API key",
  "api_key.revoked": "Revoked an API key",
  "api_key.rolled": "Rolled an API key’s secret",
  "api_key.signature_changed": "Changed whether a key’s requests are signed",
  "approval.funding_approved": "Approved adding money",
  "approval.funding_asked": "Asked to add money",
  "approval.funding_rejected": "Rejected adding money",
  "approval.funding_reversal_approved": "Approved taking money back",
  "approval.funding_reversal_asked": "Asked to take money back",
  "approval.funding_reversal_rejected": "Rejected taking money back",
  "approval.tier_approved": "Approved a rate limit",
  "approval.tier_asked": "Asked for a rate limit",
  "approval.tier_rejected": "Rejected a rate limit",
  "authorization.captured": "Captured a payment",
  "authorization.incremented": "Incremented a payment",
  "authorization.reversed": "Voided or refunded a payment",
  "books.proved": "Proved the books",
  "card.closed": "Closed a card",
  "card.frozen": "Froze a card",
  "card.frozen_by_issuer": "Froze a card",
  "card.issued": "Issued a card",
  "card.limits_changed": "Changed a card’s limits",
  "card.named": "Named a card",
  "card.replaced": "Replaced a card",
  "card.rules_changed": "Changed a card’s limits",
  "card.token_revealed": "Revealed a card’s token",
  "card.unfrozen": "Unfroze a card",
  "card.unfrozen_by_issuer": "Unfroze a card",
  "charge_request.approved": "Approved a charge outside an agreement",
  "charge_request.denied": "Denied a charge outside an agreement",
  "email.proved": "Confirmed their email",
  "member.changed": "Changed a member",
  "member.created": "Created a member",
  "member.exported": "Exported a member’s data",
  "member.invited": "Invited a member to the wallet",
  "member.joined": "Opened the wallet",
  "member.erased": "Deleted a member’s personal data",
  "merchant.changed": "Changed a merchant",
  "merchant.created": "Onboarded a merchant",
  "merchant.payout_account_set": "Changed a merchant’s payout account",
  "merchant.price_set": "Set a merchant’s price",
  "merchant.reactivated": "Reactivated a merchant",
  "merchant.suspended": "Suspended a merchant",
  "merchant_key.created": "Created a merchant key",
  "merchant_key.revoked": "Revoked a merchant key",
  "pushes.changed": "Changed what a device is notified of",
  "pushes.turned_off": "Turned off notifications on a device",
  "pushes.turned_on": "Turned on notifications on a device",
  "passkey.added": "Added a passkey",
  "passkey.removed": "Removed a passkey",
  "passkey.renamed": "Renamed a passkey",
  "payment.allowed_once": "Allowed a declined payment once",
  "password.changed": "Changed their password",
  "password.reset": "Reset their password",
  "payment_code.created": "Created a payment code",
  "payment_code.revoked": "Revoked a payment code",
  "report.resolved": "Closed a member’s report",
  "run.cancelled": "Canceled a run",
  "run.replayed": "Replayed a run",
  "report_file.requested": "Exported records",
  "second_factor.codes_renewed": "Renewed their recovery codes",
  "second_factor.disabled": "Removed their second factor",
  "second_factor.enabled": "Set up a second factor",
  "second_factor.reset": "Reset someone’s second factor",
  "sandbox_clock.advanced": "Moved the sandbox clock",
  "settlement.run": "Ran a settlement",
  "team.invitation_revoked": "Withdrew an invitation",
  "team.invited": "Invited someone",
  "team.joined": "Joined the team",
  "team.left": "Left the team",
  "team.person_removed": "Removed someone from the team",
  "team.role_changed": "Changed a role",
  "tenant.approved_for_live": "Approved the tenant for live",
  "tenant.color_changed": "Changed the color of the wallet",
  "tenant.live_asked": "Requested live access",
  "tenant.live_bodies_kept": "Turned on storing live request bodies",
  "tenant.live_bodies_not_kept": "Turned off storing live request bodies",
  "tenant.logo_changed": "Changed the logo",
  "tenant.logo_removed": "Removed the logo",
  "tenant.onboarded": "Onboarded the tenant",
  "tenant.reactivated": "Reactivated the tenant",
  "tenant.renamed": "Renamed the tenant",
  "tenant.signed_up": "Signed up the tenant",
  "tenant.suspended": "Suspended the tenant",
  "tenant.tier_changed": "Changed the rate limit",
  "tenant.time_zone_changed": "Changed the time zone",
  "transaction.reported": "Reported a payment they don’t recognize",
  "user.erased": "Deleted a person’s data",
  "user.renamed": "Changed their name",
  "user.exported": "Exported their data",
  "webhook_subscription.created": "Added a webhook",
  "webhook_subscription.replay_started": "Started replaying events",
  "webhook_subscription.replay_stopped": "Stopped replaying events",
  "webhook_subscription.revoked": "Revoked a webhook",
  "webhook_subscription.secret_rotated": "Rotated a webhook’s secret",
  "webhook_subscription.next_secret_made": "Made a webhook’s next secret",
  "webhook_subscription.updated": "Changed a webhook",
  ...Object.fromEntries(Object.values(MERCHANT_SETTINGS).map(({ action, says }) => [action, says])),
};

/** Labels of details whose field name isn't clear enough. */
const DETAILS: Readonly<Record<string, string>> = {
  fromDailyAmount: "A day, before",
  fromDailyCount: "Payments a day, before",
  fromPerTransaction: "A payment, before",
  hasNote: "With a note",
  keyId: "Key",
  last4: "Card ends in",
  mcc: "Category",
  named: "With a name",
  memberId: "Member",
  postingId: "Posting",
  reversedPostingId: "Posting taken back",
  requireSignature: "Must be signed",
  slug: "Slug",
  toDailyAmount: "A day, now",
  toDailyCount: "Payments a day, now",
  toPerTransaction: "A payment, now",
  url: "URL",
};

/** `payment_code.revoked`: Revoked a payment code. */
export function sayAction(action: string): string {
  return ACTIONS[action] ?? spell(action.replace(".", " "));
}

export function sayDetail(name: string): string {
  return DETAILS[name] ?? spell(name);
}

/** Strips a tenant role's prefix, as on the team page; other values are unchanged. */
export function sayValue(value: string): string {
  return value.startsWith("tenant_") ? spell(value.slice("tenant_".length)) : value;
}

/** `webhook_subscription`: Webhook subscription. */
export function spell(name: string): string {
  const words = name.replace(/_/g, " ").replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalized(words);
}
