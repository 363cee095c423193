import { TRPCError } from "@trpc/server";
import { getPrisma } from "@/server/db/prisma";
import type { UserCaller } from "@/server/domain/caller";
import { createUser, findSession, type NewRole, signIn } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { errorFacts } from "@/server/trpc/errors";
import { createCallerFactory } from "@/server/trpc/procedures";
import { appRouter } from "@/server/trpc/router";
import { networkCaller } from "./callers";
import { giveTestSecondFactor, testCodeOf } from "./second-factors";
import { createTestTenant } from "./tenants";

export interface TestUser {
  readonly id: RecordId;
  readonly email: string;
  readonly password: string;
}

interface TestUserOptions {
  readonly isShared?: boolean;
  readonly isEmailProved?: boolean;
  readonly password?: string;
  readonly hasSecondFactor?: boolean;
}

export async function createTestUser(role: NewRole, options: TestUserOptions = {}): Promise<TestUser> {
  const { hasSecondFactor = role.kind === "network_operator" && !options.isShared, ...login } = options;
  const { password = `password-${newRecordId(now())}` } = options;
  const email = `user-${newRecordId(now())}@portal.test`.toLowerCase();
  const { id } = await createUser(networkCaller(), { email, role, isEmailProved: true, ...login, password });
  if (hasSecondFactor) await giveTestSecondFactor({ id });
  return { id, email, password };
}

export async function addTestRole(user: TestUser, role: NewRole): Promise<void> {
  // Later than the first role even with a stopped clock, because the first one is selected at sign-in.
  const createdAt = new Date(now().getTime() + 1);
  await getPrisma().role.create({ data: { id: newRecordId(createdAt), userId: user.id, ...role, createdAt } });
}

export async function openTestSession({ email, password }: TestUser): Promise<RecordId> {
  const code = await testCodeOf(email);
  const session = await signIn({ now: now() }, { email, password, code, userAgent: "Test", address: null });
  if (!session) throw new Error("the test user could not sign in");
  return session.sessionId;
}

export async function userCaller(user: TestUser): Promise<UserCaller> {
  const at = now();
  return {
    kind: "user",
    userId: user.id,
    email: user.email,
    sessionId: await openTestSession(user),
    now: at,
    requestId: newRecordId(at),
  };
}

const createCaller = createCallerFactory(appRouter);

export function portalOf(sessionId: RecordId | null, address: string | null = null) {
  return createCaller({
    requestId: newRecordId(now()),
    address,
    pageOwner: null,
    findSignedIn: async () => (sessionId ? findSession({ now: now() }, sessionId) : null),
    rememberBrowser: async () => undefined,
  });
}

export type TestPortal = ReturnType<typeof portalOf>;

let visitors = 0;

/** A visitor with an address of their own, since limits are by address. */
export function createTestVisitor() {
  visitors += 1;
  return portalOf(null, `198.51.100.${visitors}`).public;
}

export async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    if (error instanceof TRPCError) return errorFacts(error).code;
    return error instanceof Error ? error.message : String(error);
  }
}

export async function openTenantAuthorizations() {
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { authorizations } = portalOf(await openTestSession(user)).tenant;
  const ids = async (filter: Omit<Parameters<typeof authorizations.list>[0], "tenant" | "environment">) =>
    (await authorizations.list({ ...place, ...filter })).items.map(({ id }) => id);
  return { tenant, user, place, authorizations, ids };
}
