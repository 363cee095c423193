import { setImmediate as untilAllAreWoken } from "node:timers/promises";
import { DomainError } from "@/server/domain/errors";
import { type Watched, watchMember, watchTenant } from "@/server/domain/live";
import { readInTurn } from "@/server/domain/read-for-page";
import { findSession, type SignedIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import { openAnswer } from "@/server/trpc/call-limits";
import { memberProcedure, router, tenantProcedure } from "@/server/trpc/procedures";

/** `ready`: watching has started, so reread what may have changed before. `ended`: the session is over. */
type LiveEvent = "ready" | "changed" | "ended";

type Watch = (input: { sessionId: RecordId; signal: AbortSignal }) => AsyncGenerator<Watched>;

/** Where a stream ends: null if it goes on. */
type EndOf = (signedIn: SignedIn | null) => LiveEvent | null;

interface Watcher {
  readonly signedIn: SignedIn;
  readonly address: string | null;
}

/** Beyond the limits of streams, pages poll. */
async function* streamOf(
  { signedIn, address }: Watcher,
  signal: AbortSignal | undefined,
  watch: Watch,
  endOf: EndOf,
): AsyncGenerator<LiveEvent> {
  const { sessionId } = signedIn;
  const close = openAnswer("stream", signedIn, address);
  if (!close) throw new DomainError("limit_reached", "Too many open pages.");
  try {
    for await (const what of watch({ sessionId, signal: signal ?? new AbortController().signal })) {
      const end = what === "ready" ? null : endOf(await readAgain(sessionId, address));
      if (end) {
        yield end;
        return;
      }
      if (what !== "idle") yield what;
    }
  } finally {
    close();
  }
}

/** Reads of sessions that haven't begun. */
const due = new Map<RecordId, Promise<SignedIn | null>>();

/** Streams of a session share a read that begins after all of them were woken, so that none misses the session's end. */
function readAgain(sessionId: RecordId, address: string | null): Promise<SignedIn | null> {
  const shared = due.get(sessionId) ?? readNext(sessionId, address);
  due.set(sessionId, shared);
  return shared;
}

async function readNext(sessionId: RecordId, address: string | null): Promise<SignedIn | null> {
  await untilAllAreWoken();
  return readInTurn(address, () => {
    due.delete(sessionId);
    return findSession({ now: now() }, sessionId);
  });
}

/** Streams only say that something changed. Pages read the data with their current authority. */
export const liveRouter = router({
  watch: memberProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const endOf: EndOf = (signedIn) => (signedIn === null ? "ended" : null);
    yield* streamOf(ctx, signal, (input) => watchMember(ctx.member, input), endOf);
  }),

  watchTenant: tenantProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { tenantId } = ctx.staff;
    // Whoever lost the role is still signed in: the page reads who they are again, and leads to what remains.
    const endOf: EndOf = (signedIn) => {
      if (!signedIn) return "ended";
      const isStaff = signedIn.roles.some((role) => role.kind === "tenant" && role.tenantId === tenantId);
      return isStaff ? null : "changed";
    };
    yield* streamOf(ctx, signal, (input) => watchTenant(ctx.staff, input), endOf);
  }),
});
