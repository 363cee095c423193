import {
  ApiError,
  type ClosedLoop,
  ClosedLoopError,
  closedLoop,
  type InputOf,
  RecentDeliveries,
  verifyWebhook,
  WebhookVerificationError,
} from "@closed-loop/sdk";
import express from "express";

interface Order {
  amount: number;
  /** `unknown`: no answer came, so the money may have moved. */
  status: "unknown" | "paid" | "declined" | "refunded";
  /** The customer reads this. */
  message: string;
  /** The request under way, until an answer says what became of it. Only it is repeated: another one could charge twice. */
  asked?: { readonly sale: InputOf<"sellPaymentCode">; readonly idempotencyKey: string } | undefined;
  transactionId?: string;
  /** Webhooks that came for the order, in their order. */
  readonly heard: string[];
}

const PAGE = `<!doctype html><title>Till</title>
<form id="sale"><input name="order" placeholder="Order" required><input name="amount" type="number" step="0.01" required>
<input name="code" placeholder="Customer’s code" required><button>Charge</button>
<button name="check" formnovalidate>Check</button></form><pre id="answer"></pre>
<script>sale.onsubmit = async (event) => {
  event.preventDefault();
  const { order, ...rest } = Object.fromEntries(new FormData(sale));
  const body = JSON.stringify(event.submitter.name === "check" ? { order } : { order, ...rest });
  const response = await fetch("/sales", { method: "POST", headers: { "content-type": "application/json" }, body });
  answer.textContent = JSON.stringify(await response.json(), null, 2);
};</script>`;

/** Without the customer’s code. */
const shown = ({ asked: _, ...order }: Order) => order;

/** A till with its orders in memory; a real one keeps them in its database. */
export function till(loop: ClosedLoop, webhookSecret: string) {
  const app = express();
  const orders = new Map<string, Order>();
  const recent = new RecentDeliveries();

  app.get("/", (_, response) => void response.type("html").send(PAGE));

  /** Without a code it checks: it repeats what was asked for, if that is unknown. */
  app.post("/sales", express.json(), async (request, response) => {
    const { order: name, code } = request.body;
    const amount = Number(request.body.amount);
    const order = orders.get(name) ?? { amount, status: "unknown", message: "", heard: [] };
    if (order.status === "paid" || order.status === "refunded") return void response.json(shown(order));
    if (!order.asked && !code) return void response.status(404).json({ message: "Nothing is unknown." });
    const sale = { paymentCode: code, amount, merchantReference: name };
    const asked = order.asked ?? { sale, idempotencyKey: crypto.randomUUID() };
    if (code && order.asked && (asked.sale.paymentCode !== code || asked.sale.amount !== amount))
      return void response.status(409).json({ message: "The first payment may have gone through: press Check." });
    // In a database, this is committed before the request goes out.
    orders.set(name, Object.assign(order, { asked, amount: asked.sale.amount, status: "unknown" }));
    try {
      const { approved, reasonMessage, transactionId } = await loop.sellPaymentCode(asked.sale, {
        idempotencyKey: asked.idempotencyKey,
      });
      if (order.asked === asked) {
        order.status = approved ? "paid" : "declined";
        order.message = approved ? "Thank you." : (reasonMessage ?? "Declined.");
        if (approved && transactionId) order.transactionId = transactionId;
        order.asked = undefined;
      }
    } catch (error) {
      if (!(error instanceof ClosedLoopError)) throw error;
      // 429 and 5xx may follow an attempt that was done and whose answer was lost.
      const isRefused = error instanceof ApiError && error.status < 429;
      if (isRefused && order.asked === asked) Object.assign(order, { asked: undefined, status: "declined" });
      order.message = isRefused ? error.message : "No answer came. Press Check.";
    }
    response.json(shown(order));
  });

  app.post("/sales/:order/refund", async (request, response) => {
    const order = orders.get(request.params.order);
    if (!order?.transactionId) return void response.status(404).json({ message: "Nothing was paid." });
    const idempotencyKey = `till-1-${request.params.order}-refund`;
    const refund = await loop.refundTransaction({ transactionId: order.transactionId }, { idempotencyKey });
    order.status = "refunded";
    order.message = `${refund.refundedAmount} went back.`;
    response.json(shown(order));
  });

  // The body as it came, byte for byte: a parsed one has another signature.
  app.post("/hooks", express.text({ type: "*/*" }), async (request, response) => {
    try {
      const { event, deliveryId } = await verifyWebhook(request.body, request.headers, webhookSecret);
      const order = "merchantReference" in event ? orders.get(event.merchantReference ?? "") : undefined;
      if (recent.isNew(deliveryId)) order?.heard.push(event.event);
      response.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.status(400).json({ message: error.message });
    }
  });

  return app;
}

if (process.argv[1]?.endsWith("till.ts")) {
  const { CLOSED_LOOP_URL, CLOSED_LOOP_MERCHANT_KEY, WEBHOOK_SECRET } = process.env;
  const loop = closedLoop({
    baseUrl: CLOSED_LOOP_URL ?? "http://localhost:3000",
    merchantKey: CLOSED_LOOP_MERCHANT_KEY ?? "mk_test_closedloop_cafe_public",
  });
  till(loop, WEBHOOK_SECRET ?? "").listen(4000);
}
