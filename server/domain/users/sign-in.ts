import { randomBytes } from "node:crypto";
import { getPrisma } from "@/server/db/prisma";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { compareInTurn, hashSecret } from "@/server/platform/secrets";
import { SESSION_MS } from "./session";

export interface SignInInput {
  readonly email: string;
  readonly password: string;
  /** What the browser calls itself. */
  readonly userAgent: string | null;
  readonly address: string | null;
}

const MAX_USER_AGENT = 300;
const MAX_PASSWORD_BYTES = 72;

let decoy: Promise<string> | undefined;

/**
 * Opens a session for the owner of the password; null for everybody else, without a word on what was wrong. An
 * unknown e-mail costs one bcrypt like a known one, so that its duration tells nothing either.
 * Throws UnavailableError when too many passwords are being checked.
 */
export async function signIn(
  caller: { readonly now: Date },
  { email, password, userAgent, address }: SignInInput,
): Promise<{ readonly userId: RecordId; readonly sessionId: RecordId } | null> {
  const { now } = caller;
  const user = await getPrisma().user.findUnique({ where: { email: email.toLowerCase() } });
  decoy ??= hashSecret(randomBytes(16).toString("hex"), "password");
  const isRight = await compareInTurn(
    "credentials",
    user?.id ?? "nobody",
    password,
    user?.passwordHash ?? (await decoy),
  );
  // bcrypt looks at 72 bytes only: a longer text that begins like the password is not the password.
  if (!user || !isRight || Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return null;
  const sessionId = newRecordId(now);
  await getPrisma().portalSession.create({
    data: {
      id: sessionId,
      userId: user.id,
      userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      address,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_MS),
    },
  });
  return { userId: user.id as RecordId, sessionId };
}
