import { createServer } from "node:http";
import type { TestContext } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { Inngest, type InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { ENGINE_URL } from "@/server/inngest/engine-transport";
import { Engine } from "@/server/inngest/local/engine";
import { receiveEvents } from "@/server/inngest/local/receive-events";
import { queryTestDatabase } from "../database-rows";
import { closeServer, listen } from "../listen";
import { waitUntil } from "../wait-until";

export const TEST_EVENT_KEY = "test-event-key";
export const TEST_SIGNING_KEY = `signkey-test-${"ab".repeat(32)}`;

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export function createTestInngest(id: string, signingKey = TEST_SIGNING_KEY): Inngest.Any {
  return new Inngest({
    id,
    baseUrl: ENGINE_URL,
    eventKey: TEST_EVENT_KEY,
    signingKey,
    isDev: false,
    aiMetadata: false,
    logger: silent,
    fetch: async (input, init) => await receiveEvents(new Request(input, init), TEST_EVENT_KEY),
  });
}

export type Functions = readonly InngestFunction.Any[];

type Handle = (request: Request) => Promise<Response>;

export type Between = (request: Request, handle: Handle) => Promise<Response>;

export async function serveFunctions(client: Inngest.Any, functions: Functions, between?: Between) {
  const handle = serve({ client, functions, enableUnauthedSync: false });
  const answer: Handle = between ? (request) => between(request, handle) : handle;
  const server = createServer(getRequestListener(answer, { overrideGlobalObjects: false }));
  const port = await listen(server);
  const close = () => closeServer(server);
  return { appUrl: `http://127.0.0.1:${port}/api/inngest`, close };
}

export interface RunRow extends Record<string, unknown> {
  readonly id: string;
  readonly functionId: string;
  readonly status: string;
  readonly output: unknown;
}

export async function listRunsOf(functionId: string): Promise<RunRow[]> {
  const rows = await queryTestDatabase<{ id: string; status: string; output: string | null }>(
    "SELECT id, status, output FROM engine_runs WHERE function_id = $1 ORDER BY created_at, id",
    [functionId],
  );
  return rows.map((row) => ({ ...row, functionId, output: row.output === null ? null : JSON.parse(row.output) }));
}

export async function waitForRun(functionId: string, withinMs?: number): Promise<RunRow> {
  return await waitUntil(
    `the end of ${functionId}`,
    async () => (await listRunsOf(functionId)).find(({ status }) => status !== "running"),
    withinMs,
  );
}

export async function startTestEngine(
  t: TestContext,
  client: Inngest.Any,
  functions: Functions,
  options: {
    readonly engines?: number;
    readonly isRefused?: boolean;
    readonly between?: Between;
    readonly ownSlots?: ReadonlyMap<string, number>;
  } = {},
): Promise<{ readonly engines: readonly Engine[]; readonly refusals: Error[] }> {
  const { appUrl, close } = await serveFunctions(client, functions, options.between);
  const refusals: Error[] = [];
  const { ownSlots = new Map() } = options;
  const onRefused = (error: Error) => refusals.push(error);
  const settings = { appUrl, signingKey: TEST_SIGNING_KEY, ownSlots, onRefused };
  const engines = Array.from({ length: options.engines ?? 1 }, () => new Engine(settings));
  for (const engine of engines) engine.start();
  t.after(async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
    await close();
    if (!options.isRefused && refusals[0]) throw refusals[0];
  });
  return { engines, refusals };
}
