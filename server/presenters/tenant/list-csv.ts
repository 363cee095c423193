import type { ListedMember } from "@/server/domain/members";
import type { ListedMerchant } from "@/server/domain/merchants";
import type {
  IssuedCode,
  TenantAuthorization,
  TenantBatch,
  TenantChargeRequest,
  TenantReport,
} from "@/server/domain/queries";
import type { RequestRecord } from "@/server/domain/request-log";
import type { ListedDelivery, SubscriptionRow } from "@/server/domain/webhooks";
import { presentIssuedCode } from "../rest/payment-codes";
import { presentSubscription } from "../rest/webhooks";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentListCsv } from "../shared/list-csv";
import { presentTenantAuthorization } from "./authorizations";
import { presentTenantCharge } from "./charge-requests";
import { presentMember } from "./members";
import { presentMerchant } from "./merchants";
import { presentReport } from "./reports";
import { presentRequest } from "./requests";
import { presentTenantBatch } from "./settlement";
import { presentListedDelivery } from "./webhooks";

export const AUTHORIZATIONS_CSV = presentListCsv(
  (item: TenantAuthorization, now) => presentTenantAuthorization(item, now),
  {
    created_utc: ({ createdAt }) => createdAt,
    authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
    record_id: ({ id }) => presentCsvCell(id),
    status: ({ status }) => presentCsvCell(status),
    decline_code: ({ decline }) => presentCsvCell(decline?.code ?? null),
    decline_reason: ({ decline }) => presentCsvCell(decline?.title ?? null),
    currency: ({ currency }) => presentCsvCell(currency),
    amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
    held: ({ held, currency }) => presentCsvAmount(held, currency),
    captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
    refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
    merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
    merchant: ({ merchant }) => presentCsvCell(merchant.name),
    merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
    paid_with: ({ paidWith }) => presentCsvCell(paidWith.kind),
    paid_with_id: ({ paidWith }) => presentCsvCell(paidWith.id),
    member: ({ memberName }) => presentCsvCell(memberName),
  },
);

export const CODES_CSV = presentListCsv((item: IssuedCode, now) => presentIssuedCode(item, now), {
  created_utc: ({ created }) => created,
  record_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  created_by: ({ origin }) => presentCsvCell(origin),
  member: ({ memberName }) => presentCsvCell(memberName),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  currency: ({ currency }) => presentCsvCell(currency),
  max_amount: ({ maxAmount, currency }) => presentCsvAmount(maxAmount, currency),
  uses: ({ uses }) => presentCsvCell(uses),
  uses_allowed: ({ usesAllowed }) => presentCsvCell(usesAllowed === null ? null : String(usesAllowed)),
});

export const CHARGE_REQUESTS_CSV = presentListCsv((item: TenantChargeRequest, now) => presentTenantCharge(item, now), {
  created_utc: ({ createdAt }) => createdAt,
  charge_request_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  exceeds: ({ exceeds }) => presentCsvCell(exceeds),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
  merchant: ({ merchant }) => presentCsvCell(merchant.name),
  merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
  member_id: ({ member }) => presentCsvCell(member.id),
  recurring_authorization_id: ({ agreementId }) => presentCsvCell(agreementId),
  record_id: ({ authorization }) => presentCsvCell(authorization?.id ?? null),
});

export const MEMBERS_CSV = presentListCsv((item: ListedMember) => presentMember(item), {
  created_utc: ({ createdAt }) => createdAt,
  member_id: ({ id }) => presentCsvCell(id),
  name: ({ name }) => presentCsvCell(name),
  currencies: ({ currencies }) => presentCsvCell(currencies.join(" ")),
  open_cards: ({ cards }) => presentCsvCell(cards),
});

export const MERCHANTS_CSV = presentListCsv((item: ListedMerchant) => presentMerchant(item), {
  created_utc: ({ createdAt }) => createdAt,
  merchant_id: ({ id }) => presentCsvCell(id),
  name: ({ name }) => presentCsvCell(name),
  category: ({ category }) => presentCsvCell(category),
  status: ({ status }) => presentCsvCell(status),
  keys: ({ keys }) => presentCsvCell(keys),
});

export const REQUESTS_CSV = presentListCsv((item: RequestRecord) => presentRequest(item), {
  created_utc: ({ createdAt }) => createdAt,
  request_id: ({ id }) => presentCsvCell(id),
  method: ({ method }) => presentCsvCell(method),
  path: ({ path }) => presentCsvCell(path),
  status: ({ status }) => presentCsvCell(status),
  error_code: ({ errorCode }) => presentCsvCell(errorCode),
  is_replay: ({ isReplay }) => presentCsvCell(isReplay ? "yes" : "no"),
  duration_ms: ({ durationMs }) => presentCsvCell(durationMs),
  key_id: ({ keyId }) => presentCsvCell(keyId),
  merchant_id: ({ merchantId }) => presentCsvCell(merchantId),
  idempotency_key: ({ idempotencyKey }) => presentCsvCell(idempotencyKey),
  moved_money_without_key: ({ isKeyless }) => presentCsvCell(isKeyless ? "yes" : "no"),
});

export const SUBSCRIPTIONS_CSV = presentListCsv((item: SubscriptionRow) => presentSubscription(item), {
  created_utc: ({ created }) => presentCsvCell(created),
  subscription_id: ({ id }) => presentCsvCell(id),
  url: ({ url }) => presentCsvCell(url),
  description: ({ description }) => presentCsvCell(description),
  events: ({ events }) => presentCsvCell(events.join(" ")),
  status: ({ status }) => presentCsvCell(status),
  exhausted_in_a_row: ({ failureCount }) => presentCsvCell(failureCount),
  last_delivery_utc: ({ lastDelivery }) => presentCsvCell(lastDelivery),
});

export const DELIVERIES_CSV = presentListCsv((item: ListedDelivery) => presentListedDelivery(item), {
  created_utc: ({ created }) => presentCsvCell(created),
  delivery_id: ({ id }) => presentCsvCell(id),
  event: ({ event }) => presentCsvCell(event),
  is_sample: ({ isTest }) => presentCsvCell(isTest ? "yes" : "no"),
  status: ({ status }) => presentCsvCell(status),
  attempts: ({ attempt }) => presentCsvCell(attempt),
  response_code: ({ responseCode }) => presentCsvCell(responseCode === null ? null : String(responseCode)),
  error: ({ error }) => presentCsvCell(error),
  duration_ms: ({ durationMs }) => presentCsvCell(durationMs === null ? null : String(durationMs)),
  url: ({ url }) => presentCsvCell(url),
  authorization_id: ({ payment }) => presentCsvCell(payment.authorizationId),
  record_id: ({ payment }) => presentCsvCell(payment.recordId),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) =>
    amount === null || currency === null ? presentCsvCell(null) : presentCsvAmount(amount, currency),
});

export const REPORTS_CSV = presentListCsv((item: TenantReport) => presentReport(item), {
  created_utc: ({ createdAt }) => createdAt,
  report_id: ({ id }) => presentCsvCell(id),
  authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
  record_id: ({ authorization }) => presentCsvCell(authorization),
  merchant: ({ merchant }) => presentCsvCell(merchant),
  currency: ({ currency }) => presentCsvCell(currency),
  amount: ({ amount, currency }) => presentCsvAmount(amount, currency),
  member_id: ({ memberId }) => presentCsvCell(memberId),
  member: ({ memberName }) => presentCsvCell(memberName),
  note: ({ note }) => presentCsvCell(note),
  resolved_utc: ({ resolvedAt }) => presentCsvCell(resolvedAt),
  resolved_by: ({ resolvedBy }) => presentCsvCell(resolvedBy),
});

export const BATCHES_CSV = presentListCsv((item: TenantBatch) => presentTenantBatch(item), {
  created_utc: ({ createdAt }) => createdAt,
  batch_id: ({ id }) => presentCsvCell(id),
  day: ({ day }) => presentCsvCell(day),
  merchant_id: ({ merchant }) => presentCsvCell(merchant.id),
  merchant: ({ merchant }) => presentCsvCell(merchant.name),
  currency: ({ currency }) => presentCsvCell(currency),
  captures: ({ captureCount }) => presentCsvCell(captureCount),
  captured: ({ captured, currency }) => presentCsvAmount(captured, currency),
  refunds: ({ refundCount }) => presentCsvCell(refundCount),
  refunded: ({ refunded, currency }) => presentCsvAmount(refunded, currency),
  carried_in: ({ carriedIn, currency }) => presentCsvAmount(carriedIn, currency),
  payout: ({ payout, currency }) => presentCsvAmount(payout, currency),
  carried_out: ({ carriedOut, currency }) => presentCsvAmount(carriedOut, currency),
  fee: ({ fee, currency }) => presentCsvAmount(fee, currency),
  net: ({ net, currency }) => presentCsvAmount(net, currency),
});
