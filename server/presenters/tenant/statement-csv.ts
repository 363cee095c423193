import type { BatchLine } from "@/server/domain/queries";
import { presentBatchLine } from "../rest/settlement";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import { presentListCsv } from "../shared/list-csv";

export const STATEMENT_CSV = presentListCsv(
  (line: BatchLine) => ({ ...presentBatchLine(line), currency: line.currency }),
  {
    created_utc: ({ createdAt }) => createdAt,
    kind: ({ kind }) => kind,
    amount: ({ gross, currency }) => presentCsvAmount(gross, currency),
    currency: ({ currency }) => currency,
    authorization_id: ({ authorizationId }) => presentCsvCell(authorizationId),
    transaction_id: ({ transactionId }) => presentCsvCell(transactionId),
    refund_id: ({ refundId }) => presentCsvCell(refundId),
    merchant_reference: ({ merchantReference }) => presentCsvCell(merchantReference),
    line_id: ({ id }) => presentCsvCell(id),
    fee: ({ fee, currency }) => presentCsvAmount(fee, currency),
    net: ({ net, currency }) => presentCsvAmount(net, currency),
  },
);
