import { CHECKS } from "@/server/domain/ledger";
import { findDemo } from "@/server/domain/sandbox";
import { now } from "@/server/platform/clock";
import { publicUrl } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { UnavailableError } from "@/server/platform/unavailable";
import { presentSampleDecline } from "@/server/presenters/public/sample-decline";
import { readSnippets } from "./read-snippets";

/** Milliseconds for which the answer is cached: the sandbox rarely changes, and this is the page most strangers open first. */
const KEPT_MS = 60_000;
let known: { readonly has: boolean; readonly untilMs: number } | undefined;

async function hasDemo(): Promise<boolean> {
  const at = now();
  if (known && at.getTime() < known.untilMs) return known.has;
  try {
    const has = (await findDemo({ now: at, requestId: newRecordId(at) })) !== null;
    known = { has, untilMs: at.getTime() + KEPT_MS };
    return has;
  } catch (error) {
    // The start page is shown even when the database is unreachable.
    if (error instanceof UnavailableError) return false;
    throw error;
  }
}

export async function readBench() {
  return { baseUrl: publicUrl("/").replace(/\/$/, ""), hasDemo: await hasDemo() };
}

export async function readLanding() {
  return {
    ...(await readBench()),
    snippets: await readSnippets(),
    decline: presentSampleDecline(),
    bookChecks: CHECKS.map(({ name }) => name),
  };
}
