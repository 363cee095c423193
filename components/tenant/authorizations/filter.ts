import {
  isDay,
  isListCursor,
  isOneOf,
  isRecordId,
  isSearch,
  readFilter,
} from "@/components/shared/filters/read-filter";
import { AMOUNT_FILTER, AUTHORIZATION_SORTS, AUTHORIZATION_STATES, WAYS_OF_PAYING } from "@/server/contracts/choices";
import { isCurrency } from "@/server/contracts/currencies";
import { isDeclineCode } from "@/server/contracts/decline-reasons";

const isAmountFilter = (text: string) => AMOUNT_FILTER.test(text);

const RULES = {
  state: isOneOf(AUTHORIZATION_STATES),
  merchant: isRecordId,
  member: isRecordId,
  from: isDay,
  to: isDay,
  currency: isCurrency,
  least: isAmountFilter,
  most: isAmountFilter,
  reason: isDeclineCode,
  way: isOneOf(WAYS_OF_PAYING),
  search: isSearch,
  sort: isOneOf(AUTHORIZATION_SORTS),
  cursor: isListCursor,
} as const;
const PAGE = 25;

export function filterOf(values: { get(name: string): string | null }) {
  return { ...readFilter(values, RULES), limit: PAGE };
}

/** The filters without cursor, limit, and sort, for totals over the whole list. */
export function sumFilterOf(values: { get(name: string): string | null }) {
  const { cursor: _, limit: _l, sort: _s, ...filter } = filterOf(values);
  return filter;
}
