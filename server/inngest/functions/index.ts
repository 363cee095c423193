import type { InngestFunction } from "inngest";
import { answerCheckFunction } from "./answer-check";
import { deliverWebhookFunction } from "./deliver-webhook";
import { endChargeRequestsFunction } from "./end-charge-requests";
import { expireAgreementsFunction } from "./expire-agreements";
import { expireHoldsFunction } from "./expire-holds";
import { expirePaymentCodesFunction } from "./expire-payment-codes";
import { finishErasuresFunction } from "./finish-erasures";
import { foldEntriesFunction } from "./fold-entries";
import { forgetOldFunction } from "./forget-old";
import { keepPartitionsFunction } from "./keep-partitions";
import { keepSandboxClocksFunction } from "./keep-sandbox-clocks";
import { notifyPeopleFunction } from "./notify-people";
import { proveBooksFunction } from "./prove-books";
import { retryWebhookFunction } from "./retry-webhook";
import { sealBooksFunction } from "./seal-books";
import { sendEmailsFunction } from "./send-emails";
import { sendPushesFunction } from "./send-pushes";
import { settleDueFunction } from "./settle-due";
import { sweepDeliveriesFunction } from "./sweep-deliveries";
import { topUpSandboxFunction } from "./top-up-sandbox";

/** Every function of the service. What is not here is never called. */
export const functions: readonly InngestFunction.Any[] = [
  answerCheckFunction,
  proveBooksFunction,
  deliverWebhookFunction,
  endChargeRequestsFunction,
  expireAgreementsFunction,
  expireHoldsFunction,
  expirePaymentCodesFunction,
  finishErasuresFunction,
  foldEntriesFunction,
  forgetOldFunction,
  keepPartitionsFunction,
  keepSandboxClocksFunction,
  notifyPeopleFunction,
  retryWebhookFunction,
  sealBooksFunction,
  sendEmailsFunction,
  sendPushesFunction,
  settleDueFunction,
  sweepDeliveriesFunction,
  topUpSandboxFunction,
];
