import { DomainError } from "@/server/domain/errors";
import { watchMember } from "@/server/domain/live";
import { findSession } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { processSingleton } from "@/server/platform/singleton";
import { memberProcedure, router } from "../procedures";

/** Open pages of one session that may watch at once; the others poll. */
const MAX_STREAMS = 12;

const streams = () => processSingleton("live-streams", () => new Map<string, number>());

/** `ready`: watching has begun, read again what may have changed before. `ended`: the session is over. */
type LiveEvent = "ready" | "changed" | "ended";

export const liveRouter = router({
  /** Says that something changed, never what: pages read that themselves, with the authority they have then. */
  watch: memberProcedure.subscription(async function* ({ ctx, signal }): AsyncGenerator<LiveEvent> {
    const { sessionId } = ctx.user;
    const open = streams().get(sessionId) ?? 0;
    if (open >= MAX_STREAMS) throw new DomainError("rate_limit_exceeded", "Too many open pages.");
    streams().set(sessionId, open + 1);
    try {
      yield "ready";
      const until = signal ?? new AbortController().signal;
      for await (const what of watchMember(ctx.member, { sessionId, signal: until })) {
        if (!(await findSession({ now: now() }, sessionId))) {
          yield "ended";
          return;
        }
        if (what === "changed") yield "changed";
      }
    } finally {
      const left = (streams().get(sessionId) ?? 1) - 1;
      if (left > 0) streams().set(sessionId, left);
      else streams().delete(sessionId);
    }
  }),
});
