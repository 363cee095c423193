import type { OwnKey } from "./own-key";

const MERCHANT_KEY = "mk_test_closedloop_cafe_public";
const BEARER = "Bearer ";

function withTenantKey(text: string, { publicKey, secret }: OwnKey): string {
  return text
    .replace(/\bpk_test_closedloop_sandbox\b|\bYOUR_KEY\b/g, publicKey)
    .replace(/\bsk_test_closedloop_sandbox_public_secret\b|\bYOUR_SECRET\b/g, secret);
}

/** An example in any language with the reader’s key in place of the public one. For a merchant’s key, theirs acts for their merchant. */
export function withOwnKey(text: string, own: OwnKey): string {
  const { publicKey, secret, merchant } = own;
  const ofTenant = withTenantKey(text, own);
  if (merchant === null) return ofTenant;
  const curl = `-H "X-API-Key: ${publicKey}" \\\n  -H "Authorization: ${BEARER}${secret}" \\\n  -H "X-Merchant: ${merchant}"`;
  return ofTenant
    .replaceAll(`-H "Authorization: ${BEARER}${MERCHANT_KEY}"`, curl)
    .replaceAll(
      `merchantKey: "${MERCHANT_KEY}"`,
      `apiKey: "${publicKey}", secret: "${secret}", merchant: "${merchant}"`,
    )
    .replaceAll(`merchant_key="${MERCHANT_KEY}"`, `api_key="${publicKey}", secret="${secret}", merchant="${merchant}"`);
}

/** The same of a request’s headers. */
export function headersWithOwnKey(headers: Readonly<Record<string, string>>, own: OwnKey): Record<string, string> {
  if (headers.Authorization === BEARER + MERCHANT_KEY && own.merchant !== null)
    return { "X-API-Key": own.publicKey, Authorization: BEARER + own.secret, "X-Merchant": own.merchant };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withTenantKey(value, own)]));
}
