import type { InngestFunction } from "inngest";
import { auditBooksFunction } from "./audit-books";
import { deliverWebhookFunction } from "./deliver-webhook";
import { expireHoldsFunction } from "./expire-holds";
import { expirePaymentCodesFunction } from "./expire-payment-codes";
import { foldEntriesFunction } from "./fold-entries";
import { sweepDeliveriesFunction } from "./sweep-deliveries";
import { topUpSandboxFunction } from "./top-up-sandbox";
import { trimAnswersFunction } from "./trim-answers";

/** Every function of the service. What is not here is never called. */
export const functions: readonly InngestFunction.Any[] = [
  auditBooksFunction,
  deliverWebhookFunction,
  expireHoldsFunction,
  expirePaymentCodesFunction,
  foldEntriesFunction,
  sweepDeliveriesFunction,
  topUpSandboxFunction,
  trimAnswersFunction,
];
