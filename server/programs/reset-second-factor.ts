import process from "node:process";
import { LoginInput } from "@/server/contracts/portal/network/network";
import { ask } from "../boot/ask";
import { refuse, runCommand } from "../boot/run-program";
import { DomainError } from "../domain/errors";
import { resetSecondFactor } from "../domain/users";
import { now } from "../platform/clock";
import { newRecordId } from "../platform/ids";

/** `npm run operator:reset`: asks for the login's email, or takes LOGIN_EMAIL. Also works for operators. */
async function main(): Promise<number> {
  const given = process.env.LOGIN_EMAIL;
  if (!given && !process.stdin.isTTY) return refuse("Set LOGIN_EMAIL, or run it in a terminal.");
  const parsed = LoginInput.safeParse({ email: (given || (await ask("Email: "))).trim() });
  if (!parsed.success) return refuse(parsed.error.issues.map(({ message }) => message).join("\n"));
  const at = now();
  try {
    await resetSecondFactor({ kind: "network", environment: "live", now: at, requestId: newRecordId(at) }, parsed.data);
  } catch (error) {
    if (error instanceof DomainError) return refuse(error.message);
    throw error;
  }
  process.stdout.write(`${parsed.data.email.toLowerCase()} signs in with the password alone, and was told by email.\n`);
  return 0;
}

await runCommand(main, { failed: "The second factor was not reset" });
