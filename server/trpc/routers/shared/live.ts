import { DomainError } from "@/server/domain/errors";
import { type Watched, watchMember, watchTenant } from "@/server/domain/live";
import { findSession } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import type { RecordId } from "@/server/platform/ids";
import { memberProcedure, router, tenantProcedure } from "@/server/trpc/procedures";

/** Streams per session; further pages poll. */
const MAX_STREAMS = 12;

const streams = new Map<string, number>();

/** `ready`: watching has started, so reread what may have changed before. `ended`: the session is over. */
type LiveEvent = "ready" | "changed" | "ended";

type Watch = (input: { sessionId: RecordId; signal: AbortSignal }) => AsyncGenerator<Watched>;

async function* streamOf(
  sessionId: RecordId,
  signal: AbortSignal | undefined,
  watch: Watch,
  findEnd: () => Promise<LiveEvent | null>,
): AsyncGenerator<LiveEvent> {
  const open = streams.get(sessionId) ?? 0;
  if (open >= MAX_STREAMS) throw new DomainError("limit_reached", "Too many open pages.");
  streams.set(sessionId, open + 1);
  try {
    for await (const what of watch({ sessionId, signal: signal ?? new AbortController().signal })) {
      const end = what === "ready" ? null : await findEnd();
      if (end) {
        yield end;
        return;
      }
      if (what !== "idle") yield what;
    }
  } finally {
    const left = (streams.get(sessionId) ?? 1) - 1;
    if (left > 0) streams.set(sessionId, left);
    else streams.delete(sessionId);
  }
}

/** Streams only say that something changed. Pages read the data with their current authority. */
export const liveRouter = router({
  watch: memberProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { sessionId } = ctx.user;
    const findEnd = async () => ((await findSession({ now: now() }, sessionId)) === null ? "ended" : null);
    yield* streamOf(sessionId, signal, (input) => watchMember(ctx.member, input), findEnd);
  }),

  watchTenant: tenantProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { sessionId } = ctx.user;
    const { tenantId } = ctx.staff;
    // Whoever lost the role is still signed in: the page reads who they are again, and leads to what remains.
    const findEnd = async () => {
      const signedIn = await findSession({ now: now() }, sessionId);
      if (!signedIn) return "ended";
      const isStaff = signedIn.roles.some((role) => role.kind === "tenant" && role.tenantId === tenantId);
      return isStaff ? null : "changed";
    };
    yield* streamOf(sessionId, signal, (input) => watchTenant(ctx.staff, input), findEnd);
  }),
});
