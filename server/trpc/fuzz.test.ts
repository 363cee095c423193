import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { ERROR_CODES } from "@/server/contracts/errors";
import { proveBooks } from "@/server/domain/books";
import { bindEngineAdmin } from "@/server/domain/engine";
import { engineAdmin } from "@/server/inngest/local/admin";
import { withConnection } from "@/server/platform/connection";
import { takeChanges, Unchanging, watchChanges } from "@/server/testing/changes";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { fuzzRuns } from "@/server/testing/fuzz/fuzz-runs";
import { createPortalWorld, type PortalWorld } from "@/server/testing/fuzz/portal-world";
import { Procedure, refusesInput, type TrpcCase, toCall, trpcCases } from "@/server/testing/fuzz/trpc-requests";
import { waitUntil } from "@/server/testing/wait-until";
import { handleTrpc } from "./handler";
import { appRouter } from "./router";

withTestDatabase();
before(watchChanges);
bindEngineAdmin(engineAdmin);

const PROCEDURES = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  procedure: Procedure.parse(Reflect.get(procedure, "_def")),
}));

const Issue = z.strictObject({ field: z.string(), message: z.string() });
/** As written by `errorFormatter`; `refuse` answers before a procedure is chosen. */
const ErrorBody = z.strictObject({
  error: z.union([
    z.strictObject({ message: z.string() }),
    z.strictObject({
      message: z.string(),
      code: z.int(),
      data: z.strictObject({
        code: z.enum(Object.keys(ERROR_CODES)),
        trpcCode: z.string(),
        httpStatus: z.int().max(499),
        requestId: z.string().nullable(),
        issues: z.array(Issue),
        retryAfterSeconds: z.number().nullable(),
      }),
    }),
  ]),
});
const Result = z.strictObject({ result: z.strictObject({ data: z.unknown() }) });
const Answer = z.union([Result, ErrorBody]);

let addresses = 0;
const nextAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`;

async function readText(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return await response.text();
  await response.body?.cancel();
  return "";
}

function outcomeOf(status: number, text: string): "refused" | "done" | "mixed" {
  assert.ok(status < 500);
  const body: unknown = JSON.parse(text);
  const answers = Array.isArray(body) ? body.map((one) => Answer.parse(one)) : [Answer.parse(body)];
  const refused = answers.filter((answer) => "error" in answer).length;
  if (refused === 0) assert.ok(status < 300);
  return refused === 0 ? "done" : refused === answers.length ? "refused" : "mixed";
}

/** Writes that a refused call may make, if it makes all of them. */
const PASSING: Readonly<Record<string, readonly string[]>> = {
  // Answers before its work is done; the next call may run into it.
  "network.books.prove": ["audit_records insert"],
  // The email is claimed and released again.
  "public.access.signUp": ["sign_ups delete", "sign_ups insert"],
};

function notPassing(name: string, changes: readonly string[]): readonly string[] {
  const passing = PASSING[name] ?? [];
  return passing.every((what) => changes.includes(what)) ? changes.filter((what) => !passing.includes(what)) : changes;
}

/** Procedures that share a world: a call may suspend the tenant or close the card, which affects those after it. */
const IN_A_WORLD = 12;
let world: Promise<PortalWorld> | undefined;

for (const [index, { name, procedure }] of PROCEDURES.entries()) {
  test(`${name}: never a fault, never a change by what is refused, always the error body`, async () => {
    if (!world || index % IN_A_WORLD === 0) world = createPortalWorld();
    const { known, openSession } = await world;
    const [wing = ""] = name.split(".");
    let cookie = await openSession(wing);
    await takeChanges();
    const unchanging = new Unchanging();
    const check = async (sent: TrpcCase) => {
      const { request, input, shown } = toCall(name, procedure, sent, cookie);
      const isRefused = input !== null && refusesInput(procedure, input);
      const mayChange = procedure.type === "mutation" && !isRefused;
      if (mayChange) await unchanging.settle();
      const connection = { remoteAddress: nextAddress() };
      const response = await withConnection(connection, () => handleTrpc(request));
      const text = await readText(response);
      const about = `${shown} → ${response.status} ${text}`.slice(0, 2_000);
      try {
        assert.ok(response.status < 500);
        const outcome = text === "" ? "done" : outcomeOf(response.status, text);
        if (isRefused && text !== "") assert.equal(outcome, "refused");
        if (mayChange) {
          const changes = notPassing(name, await takeChanges());
          if (outcome === "refused") assert.deepEqual(changes, []);
        } else if (!(name in PASSING)) {
          await unchanging.add(about);
        }
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : error}\n${about}`, { cause: error });
      }
      // The call may have ended its own session.
      if (response.status === 401 && sent.envelope.how === "none") {
        await unchanging.settle();
        cookie = await openSession(wing);
        await takeChanges();
      }
    };
    await fc.assert(fc.asyncProperty(trpcCases(procedure, known), check), fuzzRuns("trpc", PROCEDURES.length));
    await unchanging.settle();
    // A proof answers before its work is done, and its writes would be blamed on the next procedure.
    if (name === "network.books.prove") await waitUntil("the last proof", () => proveBooks(networkCaller()));
  });
}
