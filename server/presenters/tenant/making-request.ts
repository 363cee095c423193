import { DESCRIBED_FIELDS } from "@/server/contracts/rest/authorization-schemas";
import type { AuthorizationRow } from "@/server/domain/authorizations";
import { publicUrl } from "@/server/platform/env";
import { presentAmount } from "../shared/values";

const KEY = "Idempotency-Key: $(uuidgen)";

/** A request for the same payment. Token, code, PIN, key, and secret are placeholders, since no page contains them. */
export function presentMakingRequest(root: AuthorizationRow): string {
  const amount = presentAmount(root.amountMinor, root.currency);
  const { currency, merchantId: merchant, merchantReference } = root;
  const reference = merchantReference === null ? {} : { merchantReference };
  if (root.agreementId) {
    const body = { recurringAuthorizationId: root.agreementId, amount, currency, ...reference };
    return curl("/merchant/v1/recurring/charge", ["Authorization: Bearer $MERCHANT_KEY", KEY], body);
  }
  const asTenant = ["X-API-Key: $API_KEY", "Authorization: Bearer $API_SECRET", KEY];
  const metadata = root.metadata === null ? {} : { metadata: root.metadata };
  if (root.paymentCodeId) {
    const body = { code: "<code>", pin: "<pin>", amount, currency, merchant, ...reference, ...metadata };
    return curl("/v1/payment-codes/authorize", asTenant, body);
  }
  const described = DESCRIBED_FIELDS.flatMap((name) => (root[name] === null ? [] : [[name, root[name]] as const]));
  const body = { panToken: "<panToken>", amount, currency, merchant, ...Object.fromEntries(described) };
  return curl("/v1/authorizations", asTenant, body);
}

function curl(path: `/${string}`, headers: readonly string[], body: object): string {
  const lines = [
    `curl -X POST ${publicUrl(path)}`,
    ...[...headers, "Content-Type: application/json"].map((header) => `-H "${header}"`),
    `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ];
  return lines.join(" \\\n  ");
}
