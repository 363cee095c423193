import { CHECKS } from "@/server/domain/ledger";
import { findDemo } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { publicUrl } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { UnavailableError } from "@/server/platform/unavailable";
import { presentSampleDecline } from "@/server/presenters/public/sample-decline";
import { readSnippets } from "./read-snippets";

/** A sandbox is seldom seeded or taken away, and this page is the first that strangers ask for. */
const KEPT_MS = 60_000;
let known: { readonly has: boolean; readonly untilMs: number } | undefined;

/** Whether the demo of the start page can run here. */
async function hasDemo(): Promise<boolean> {
  const at = now();
  if (known && at.getTime() < known.untilMs) return known.has;
  try {
    const has = (await findDemo({ now: at, requestId: newRecordId(at) })) !== null;
    known = { has, untilMs: at.getTime() + KEPT_MS };
    return has;
  } catch (error) {
    // The page says what the product is, whether or not its database can be reached.
    if (error instanceof UnavailableError) return false;
    throw error;
  }
}

/** Where the bench's requests go, and whether there is one. */
export async function readBench() {
  return { baseUrl: publicUrl("/").replace(/\/$/, ""), hasDemo: await hasDemo() };
}

/** Facts that the start page states, read from the code. */
export async function readLanding() {
  return {
    ...(await readBench()),
    snippets: await readSnippets(),
    decline: presentSampleDecline(),
    bookChecks: CHECKS.map(({ name }) => name),
  };
}
