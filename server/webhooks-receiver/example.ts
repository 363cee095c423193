/**
 * A webhook receiver for trying things out: prints what arrives. See the README.
 * Settings: PORT (4000), WEBHOOK_SECRET (`whsec_…`, required), SERVICE_SHORT_NAME (svc).
 */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { memoryStore, receiveWebhook } from "./receive-webhook";

const { PORT = "4000", WEBHOOK_SECRET, SERVICE_SHORT_NAME = "svc" } = process.env;
if (!WEBHOOK_SECRET) {
  process.stderr.write("WEBHOOK_SECRET is missing: it is in the answer that created the subscription.\n");
  process.exit(1);
}

const options = {
  secrets: [WEBHOOK_SECRET],
  shortName: SERVICE_SHORT_NAME,
  store: memoryStore(),
  process: async ({ id, event, payload }: { id: string; event: string; payload: unknown }) => {
    process.stdout.write(`${event} ${id} ${JSON.stringify(payload)}\n`);
  },
};

const server = createServer(async (request, response) => {
  const rawBody = await buffer(request);
  const { status, reason } = await receiveWebhook({ headers: request.headers, rawBody }, options);
  if (status !== 200) process.stdout.write(`refused with ${status}: ${reason}\n`);
  response.writeHead(status, { "content-type": "text/plain" }).end(reason);
});

server.listen(Number(PORT), "127.0.0.1", () => {
  process.stdout.write(`Receiving webhooks at http://localhost:${PORT}/\n`);
});
