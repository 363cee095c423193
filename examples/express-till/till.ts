import {
  type ClosedLoop,
  closedLoop,
  NoAnswerError,
  RecentDeliveries,
  verifyWebhook,
  WebhookVerificationError,
} from "@closed-loop/sdk";
import express from "express";

interface Order {
  readonly amount: number;
  /** `unknown`: no answer came, so the money may have moved. Press again: the same order is never charged twice. */
  status: "unknown" | "paid" | "declined" | "refunded";
  /** The customer reads this. */
  message: string;
  transactionId?: string;
  /** Webhooks that came for the order, in their order. */
  readonly heard: string[];
}

const PAGE = `<!doctype html><title>Till</title>
<form id="sale"><input name="order" placeholder="Order" required><input name="amount" type="number" step="0.01" required>
<input name="code" placeholder="Customer’s code" required><button>Charge</button></form><pre id="answer"></pre>
<script>sale.onsubmit = async (event) => {
  event.preventDefault();
  const body = JSON.stringify(Object.fromEntries(new FormData(sale)));
  const response = await fetch("/sales", { method: "POST", headers: { "content-type": "application/json" }, body });
  answer.textContent = JSON.stringify(await response.json(), null, 2);
};</script>`;

/** A till with its orders in memory; a real one keeps them in its database. */
export function till(loop: ClosedLoop, webhookSecret: string) {
  const app = express();
  const orders = new Map<string, Order>();
  const recent = new RecentDeliveries();

  app.get("/", (_, response) => void response.type("html").send(PAGE));

  app.post("/sales", express.json(), async (request, response) => {
    const { order: name, code } = request.body;
    const amount = Number(request.body.amount);
    const order = orders.get(name) ?? { amount, status: "unknown", message: "", heard: [] };
    orders.set(name, order);
    if (order.status === "paid" || order.status === "refunded") return void response.json(order);
    try {
      // The order, its amount, and its code name what is asked for: the same three charge once, another code is another try.
      const idempotencyKey = `till-1-${name}-${amount}-${code}`;
      const sale = await loop.sellPaymentCode(
        { paymentCode: code, amount, merchantReference: name },
        { idempotencyKey },
      );
      order.status = sale.approved ? "paid" : "declined";
      order.message = sale.approved ? "Thank you." : (sale.reasonMessage ?? "Declined.");
      if (sale.approved && sale.transactionId) order.transactionId = sale.transactionId;
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      order.message = "No answer came. Press Charge again.";
    }
    response.json(order);
  });

  app.post("/sales/:order/refund", async (request, response) => {
    const order = orders.get(request.params.order);
    if (!order?.transactionId) return void response.status(404).json({ message: "Nothing was paid." });
    const idempotencyKey = `till-1-${request.params.order}-refund`;
    const refund = await loop.refundTransaction({ transactionId: order.transactionId }, { idempotencyKey });
    order.status = "refunded";
    order.message = `${refund.refundedAmount} went back.`;
    response.json(order);
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
