import { closedLoop, type InputOf } from "@closed-loop/sdk";

export const GOODS = [
  { id: "beans", name: "A bag of beans", price: 12.5 },
  { id: "cup", name: "A cup", price: 8 },
] as const;

type Status = "open" | "paid" | "declined" | "refunded";

interface Order {
  readonly good: (typeof GOODS)[number];
  status: Status;
  /** The request under way, until an answer says what became of it. Only it is repeated: another one could charge twice. */
  asked?: { readonly sale: InputOf<"sellPaymentCode">; readonly idempotencyKey: string } | undefined;
}

/** In memory, for a shop of one process; a real one keeps its orders in a database. */
const kept = globalThis as { orders?: Map<string, Order> };
kept.orders ??= new Map();
export const orders = kept.orders;

export function shop() {
  return closedLoop({
    baseUrl: process.env.CLOSED_LOOP_URL ?? "http://localhost:3000",
    merchantKey: process.env.CLOSED_LOOP_MERCHANT_KEY ?? "mk_test_closedloop_shop_public",
  });
}
