import { DEFAULT_CURRENCY } from "@/server/contracts/currencies";
import { cutSlug, SLUG_ROOM, slugOfTitle } from "@/server/contracts/portal/public/tenant-slug";
import { isUniqueViolation } from "@/server/db/errors";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { wake } from "@/server/domain/wake";
import { randomHex } from "@/server/platform/crypto";
import type { PanToken, RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { NetworkCaller } from "../caller";
import { insertEmail, linkTo, newEmail, own, words } from "../emails";
import { type DomainError, invalidField } from "../errors";
import { createMember, issueCard, openAccount } from "../members";
import { createMerchant } from "../merchants";
import { createApiKey, createTenant } from "../tenants";
import { createUser, hasLoginWith, isEmailTaken, newEmailCode } from "../users";
import { claimSignUp } from "./claim-sign-up";

/** Falls back to `tenant-` and four hex digits. */
export function slugify(title: string): string {
  return slugOfTitle(title) || `tenant-${randomHex(2)}`;
}

/** For a slug that is taken. */
function otherSlug(slug: string): string {
  return `${cutSlug(slug, SLUG_ROOM)}-${randomHex(3)}`;
}

/** USD cents. */
const OPENING_MINOR = 10_000_00n;
/** Miscellaneous retail. */
const MCC = "5999";
const MAX_SLUGS = 5;

interface SignedUp {
  readonly tenantSlug: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly panToken: PanToken;
}

/**
 * A sandbox tenant with a merchant, a member with a funded account and a card, an API key, and its owner. The login is created
 * last: whoever has one has everything; a crash before that leaves records without an owner, but concurrent sign-ups don't.
 * Throws `validation_error` on `email` if it has a login: an account that is created at once can't hide that (decision 027).
 */
export async function signUp(
  request: { readonly now: Date; readonly requestId: string },
  input: { readonly company: string; readonly email: string; readonly password: string },
): Promise<SignedUp> {
  const caller: NetworkCaller = { kind: "network", environment: "test", ...request };
  const email = input.email.toLowerCase();
  return claimSignUp({ email, now: request.now, busy: underWay }, () => openSandbox(caller, { ...input, email }));
}

async function openSandbox(
  caller: NetworkCaller,
  input: { readonly company: string; readonly email: string; readonly password: string },
): Promise<SignedUp> {
  const { email } = input;
  const request = { now: caller.now, requestId: caller.requestId };
  if (await hasLoginWith(email)) throw taken();
  const tenant = await openTenant(caller, input.company);
  const tenantId = tenant.id;
  await createMerchant(caller, { tenantId, name: input.company, mcc: MCC });
  const { id: memberId } = await createMember(caller, { tenantId, name: "First Member" });
  const account = await openAccount(caller, { memberId, currency: DEFAULT_CURRENCY, openingMinor: OPENING_MINOR });
  const { panToken } = await issueCard(caller, { accountId: account.id });
  const { publicKey, secret } = await createApiKey(caller, { tenantId, label: "First key" });
  const userId = await openLogin(caller, { email, password: input.password, tenantId });
  const owner = { kind: "user", userId, sessionId: userId, email, ...request } as const;
  await recordAudit(getPool(), owner, {
    action: "tenant.signed_up",
    subject: { kind: "tenant", id: tenantId },
    tenantId,
    details: { title: input.company },
  });
  await writeWelcome(request.now, { userId, email }, input.company);
  return { tenantSlug: tenant.slug, publicKey, secret, panToken };
}

async function openTenant(caller: NetworkCaller, title: string): Promise<{ id: TenantId; slug: string }> {
  let slug = slugify(title);
  for (let round = 1; ; round += 1) {
    try {
      return { ...(await createTenant(caller, { slug, title, rateLimitTier: "sandbox" })), slug };
    } catch (error) {
      if (!isUniqueViolation(error, "tenants_slug_key") || round === MAX_SLUGS) throw error;
      slug = otherSlug(slugify(title));
    }
  }
}

async function openLogin(
  caller: NetworkCaller,
  { email, password, tenantId }: { readonly email: string; readonly password: string; readonly tenantId: TenantId },
): Promise<RecordId> {
  try {
    return (await createUser(caller, { email, password, role: { kind: "tenant_owner", tenantId } })).id;
  } catch (error) {
    if (isEmailTaken(error)) throw taken();
    throw error;
  }
}

/** Also alerts the owner of an email that someone else typed. */
async function writeWelcome(
  now: Date,
  login: { readonly userId: RecordId; readonly email: string },
  title: string,
): Promise<void> {
  const message = newEmail(now, {
    recipient: login.email,
    subject: words`Your Closed Loop sandbox`,
    paragraphs: [
      words`The sandbox for ${title} is ready. Sign in with this email:`,
      linkTo("/sign-in"),
      words`To confirm this email, enter this code on your account page: ${own(newEmailCode(login, now))}`,
      words`Not you? Give the code to no one, and set a new password to take over the login:`,
      linkTo("/forgot"),
    ],
  });
  await query(getPool(), insertEmail(message));
  wake("emails");
}

function underWay(): DomainError {
  return invalidField("email", "is already being signed up. Try again in a minute");
}

function taken(): DomainError {
  return invalidField("email", "already has a login. Sign in instead");
}
