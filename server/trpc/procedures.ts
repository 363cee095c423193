import { initTRPC } from "@trpc/server";
import { toUserCaller } from "@/server/auth/session";
import { OperatorInput } from "@/server/contracts/portal/network/network";
import { TenantInput } from "@/server/contracts/portal/tenant/place";
import { formatUnknownField } from "@/server/contracts/text/read-fields";
import { DomainError } from "@/server/domain/errors";
import { readForPage, readInTurn } from "@/server/domain/read-for-page";
import { onRealTime } from "@/server/domain/sandbox-clock";
import { actAsMember, actAsOperator, actAsStaff, sharedOperator } from "@/server/domain/users";
import { metrics } from "@/server/platform/metrics";
import { limitCalls } from "./call-limits";
import { signedInAsAnother, type TrpcContext } from "./context";
import { errorFacts, isExplained, toTrpcError } from "./errors";
import { refusalOf } from "./refusal-of";
import { findUnknownField } from "./unknown-fields";

const PING_MS = 15_000;
const RECONNECT_AFTER_MS = 40_000;

interface Meta {
  /** Publicly known operators may call it: its changes don't affect others, or its use case makes sure of that. */
  readonly isOpenToDemoOperators?: boolean;
  /** Callable before a required second factor is set up: leads to setting it up, or signs out. */
  readonly isOpenBeforeSecondFactor?: boolean;
}

const trpc = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const { message, ...facts } = errorFacts(error);
      const { code, httpStatus } = { code: shape.data.code, httpStatus: shape.data.httpStatus };
      // Never includes the stack, not even in development.
      return { ...shape, message, data: { trpcCode: code, httpStatus, requestId: ctx?.requestId ?? null, ...facts } };
    },
    sse: {
      ping: { enabled: true, intervalMs: PING_MS },
      client: { reconnectAfterInactivityMs: RECONNECT_AFTER_MS },
    },
  });

export const { router, createCallerFactory } = trpc;

/** Counts a call. Streams aren't counted, since they last as long as their page. */
const observedProcedure = trpc.procedure.use(async ({ path: procedure, type, next }) => {
  const startedAt = performance.now();
  const result = await next();
  if (type === "subscription") return result;
  metrics().calls.inc({ procedure, error: result.ok ? "" : result.error.code });
  metrics().callSeconds.observe({ procedure }, (performance.now() - startedAt) / 1_000);
  return result;
});

/** Keeps the code of our errors on the way to the page. Reads take turns, so that page views never delay payments. */
const explainingProcedure = observedProcedure.use(async ({ ctx, type, next }) => {
  const result = type === "query" ? await readInTurn(ctx.address, () => readForPage(next)) : await next();
  if (!result.ok && isExplained(result.error.cause)) throw toTrpcError(result.error.cause);
  return result;
});

/**
 * Reads the input, which may be as large as an upload: so it comes after the caller is known and counted. A change refuses unknown
 * fields, because a misspelled restriction would restrict nothing.
 */
const refusingInput = trpc.middleware(async ({ path, getRawInput, type, next }) => {
  const input = await getRawInput();
  const refusal = refusalOf(input);
  if (refusal !== null) throw new DomainError("validation_error", refusal);
  const unknown = type === "mutation" ? findUnknownField(path, input) : null;
  if (unknown) {
    throw new DomainError("validation_error", formatUnknownField(unknown, "field"), { field: unknown.path });
  }
  return next();
});

/** The ladder of procedures, each narrowing who may call. This one is for visitors without a session. */
export const publicProcedure = explainingProcedure
  .use(async ({ ctx, next }) => {
    if (ctx.address) await limitCalls("address", ctx.address);
    return next();
  })
  .use(refusingInput);

/**
 * Counted by session only, so that strangers at the same address don't use up a person's limit. If a second factor is required,
 * nothing else is allowed before it is set up.
 */
const countedProcedure = explainingProcedure.use(async ({ ctx, meta, next }) => {
  const signedIn = await ctx.findSignedIn();
  if (signedIn) await limitCalls("session", signedIn.sessionId);
  else if (ctx.address) await limitCalls("address", ctx.address);
  if (!signedIn) throw new DomainError("authentication_failed", "You are signed out.");
  if (signedIn.needsSecondFactor && !meta?.isOpenBeforeSecondFactor) {
    throw new DomainError("second_factor_required", "Set up a second factor first.");
  }
  return next({ ctx: { signedIn, user: toUserCaller(signedIn, ctx.requestId) } });
});

export const signedInProcedure = countedProcedure.use(refusingInput);

/** If a login has several members, a page belongs to one of them, whichever another window has chosen since. */
export const memberProcedure = signedInProcedure.use(async ({ ctx, next }) => {
  const member = await actAsMember(ctx.user);
  const owner = ctx.pageOwner?.memberId ?? member.memberId;
  if (owner !== member.memberId) throw signedInAsAnother();
  return next({ ctx: { member } });
});

export const tenantProcedure = signedInProcedure.input(TenantInput).use(async ({ ctx, input, type, next }) => {
  const staff = await actAsStaff(ctx.user, input);
  if (type === "mutation" && input.environment === "live" && ctx.signedIn.isShared) {
    throw new DomainError("not_permitted", "This demo login is shared and can’t change anything in live.");
  }
  return next({ ctx: { staff } });
});

/** For people, keys, and logs: uses real time, whatever the sandbox clock says. */
export const realTimeTenantProcedure = tenantProcedure.use(({ ctx, next }) =>
  next({ ctx: { staff: onRealTime(ctx.staff) } }),
);

/** Who is no operator is refused before their input is read: a bank statement is the largest that there is. */
export const operatorProcedure = countedProcedure
  // The input says which environment.
  .use(async ({ ctx, next }) => next({ ctx: { operator: await actAsOperator(ctx.user, { environment: "test" }) } }))
  .use(refusingInput)
  .input(OperatorInput)
  .use(async ({ ctx, input: { environment }, type, meta, next }) => {
    const operator = { ...ctx.operator, environment };
    if (type === "mutation" && operator.isShared && !meta?.isOpenToDemoOperators) throw sharedOperator();
    return next({ ctx: { operator } });
  });
