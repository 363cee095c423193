import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { signBody } from "@/server/inngest/local/signature";
import { now } from "@/server/platform/clock";
import { closeServer, listen } from "../listen";

export interface StandInSettings {
  eventKey: string;
  signingKey: string;
  known: readonly string[];
  /** Where it calls `answer-check`; null if it can't reach the app. */
  appUrl: string | null;
  asked: number;
}

const Events = z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) }));

/**
 * Simulates a self-hosted Inngest for the connection check: accepts events with their key, lists functions for the hash of the
 * signing key, and makes a signed call for the check's event.
 */
export async function startStandIn(settings: StandInSettings): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer((request, response) => void answer(settings, request, response));
  const port = await listen(server);
  const close = () => closeServer(server);
  return { baseUrl: `http://127.0.0.1:${port}/`, close };
}

async function answer(settings: StandInSettings, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const say = (status: number, said: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  if (request.method === "GET") {
    settings.asked += 1;
    const hash = createHash("sha256").update(Buffer.from(settings.signingKey, "hex")).digest("hex");
    if (request.headers.authorization !== `Bearer ${hash}`)
      return void response.writeHead(401).end("Authentication failed");
    return void say(200, settings.known.length > 0 ? settings.known.map((slug) => ({ slug })) : null);
  }
  if (request.url !== `/e/${settings.eventKey}`) return void say(401, { status: 401, error: "Event key not found" });
  say(200, { ids: ["01JD0000000000000000000000"], status: 200 });
  for (const event of Events.parse(JSON.parse(body))) await callApp(settings, event);
}

async function callApp({ appUrl, signingKey }: StandInSettings, event: object): Promise<void> {
  if (!appUrl) return;
  const ctx = { run_id: "01JD0000000000000000000001", attempt: 0, stack: { stack: [], current: 0 } };
  const call = { version: 2, event, events: [event], steps: {}, use_api: false, ctx };
  const signed = signBody(call, signingKey, now());
  const headers = { "content-type": "application/json", "x-inngest-signature": signed.signature };
  const url = `${appUrl}?fnId=closed-loop-answer-check&stepId=step`;
  await fetch(url, { method: "POST", headers, body: signed.text });
}
