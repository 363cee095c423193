import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "inngest/edge";
import { asNewestBuild } from "@/server/domain/builds";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { inngest } from "./client";
import { type Build, currentBuild } from "./current-build";
import { type ConfiguredInngest, getConfiguredInngest, SERVE_PATH } from "./keys";

/** `older`: a newer build runs, which registers its own functions. */
export type Registered = "registered" | "older" | "failed";

const ANSWERED_WITHIN_MS = 5_000;
/** Anyone may ask for a registration, so one is done at most this often, and everyone gets its outcome. */
const HELD_MS = 3_000;

/** Doesn't keep the process alive. */
const UNHELD = { ref: false };

/**
 * Tells Inngest which functions this build has, and to call them at the configured address, unless a newer build runs. Inngest
 * compares, so it may be told again.
 */
export async function register(build: Build, configured: ConfiguredInngest): Promise<Registered> {
  try {
    return (await asNewestBuild(build.name, () => send(build, configured))) ?? "older";
  } catch (error) {
    getLogger().warn({ reason: String(error) }, "functions not registered with Inngest: tried again");
    return "failed";
  }
}

/** The SDK makes the registration as it would for a request to this very address; no request from outside reaches it. */
async function send({ functions }: Build, { serveUrl }: ConfiguredInngest): Promise<Registered> {
  const { origin, host } = new URL(serveUrl);
  const registrar = serve({
    client: inngest,
    functions,
    serveOrigin: origin,
    servePath: SERVE_PATH,
    enableUnauthedSync: true,
  });
  const answer = await Promise.race([
    registrar(new Request(serveUrl, { method: "PUT", headers: { host } })),
    sleep(ANSWERED_WITHIN_MS, null, UNHELD),
  ]);
  if (answer?.ok) return "registered";
  const reason = answer ? (await answer.text()).slice(0, 500) : "Inngest does not answer in time";
  getLogger().warn({ reason }, "functions not registered with Inngest: tried again");
  return "failed";
}

const last = processSingleton<{ until: number; outcome: Promise<Registered> | null }>("last-registration", () => ({
  until: Number.NEGATIVE_INFINITY,
  outcome: null,
}));

/** Answers a PUT, whoever sends it: a person, a script of a deploy, or Inngest itself. */
export async function registerOnRequest(): Promise<Response> {
  const configured = getConfiguredInngest();
  if (!configured) return Response.json({ message: "Not Found" }, { status: 404 });
  if (performance.now() > last.until || !last.outcome) {
    // A request that hangs is bounded by its own time, and counts until it ends.
    last.until = Number.POSITIVE_INFINITY;
    last.outcome = register(currentBuild(), configured).finally(() => {
      last.until = performance.now() + HELD_MS;
    });
  }
  return answerTo(await last.outcome);
}

const ANSWERS: Readonly<Record<Registered, { readonly status: number; readonly message: string }>> = {
  registered: { status: 200, message: "Successfully registered" },
  older: { status: 409, message: "A newer build runs, and registers its functions." },
  failed: { status: 503, message: "Inngest did not take the registration." },
};

function answerTo(outcome: Registered): Response {
  const { status, message } = ANSWERS[outcome];
  // Tells Inngest Cloud, which asks for the functions in the answer, that they come as a registration.
  return Response.json({ message }, { status, headers: { "x-inngest-sync-kind": "out_of_band" } });
}
