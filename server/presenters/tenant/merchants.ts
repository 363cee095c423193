import type { ListedMerchantKey } from "@/server/domain/merchants";
import { type presentMerchant, presentMerchantKeyRecord } from "../rest/merchants";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";

export const MERCHANT_CELLS: Cells<ReturnType<typeof presentMerchant>> = {
  created_utc: ({ createdAt }) => createdAt,
  merchant_id: ({ id }) => presentCsvCell(id),
  name: ({ name }) => presentCsvCell(name),
  category: ({ category }) => presentCsvCell(category),
  status: ({ status }) => presentCsvCell(status),
  keys: ({ keys }) => presentCsvCell(keys),
};

export function presentMerchantKey(key: ListedMerchantKey) {
  return { ...presentMerchantKeyRecord(key), isShared: key.isShared };
}
