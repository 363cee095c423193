import { OperatorLoginInput } from "@/server/contracts/portal/network/network";
import { ask } from "../boot/ask";
import { refuse, runCommand } from "../boot/run-program";
import { createUser, isEmailTaken } from "../domain/users";
import { now } from "../platform/clock";

/**
 * `npm run operator:create`: asks for email and password, or takes OPERATOR_EMAIL and OPERATOR_PASSWORD. Never from arguments,
 * which process lists show.
 */
async function main(): Promise<number> {
  const typed = { email: process.env.OPERATOR_EMAIL, password: process.env.OPERATOR_PASSWORD };
  const isAsked = !typed.email || !typed.password;
  if (isAsked && !process.stdin.isTTY)
    return refuse("Set OPERATOR_EMAIL and OPERATOR_PASSWORD, or run it in a terminal.");
  const parsed = OperatorLoginInput.safeParse({
    email: (typed.email || (await ask("Email: "))).trim(),
    password: typed.password || (await ask("Password (at least 12 characters): ", { isHidden: true })),
  });
  if (!parsed.success) {
    return refuse(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  }
  try {
    const caller = { kind: "network", environment: "live", now: now(), requestId: "operator-create" } as const;
    await createUser(caller, { ...parsed.data, role: { kind: "network_operator" }, isEmailProved: true });
  } catch (error) {
    if (isEmailTaken(error)) return refuse("There is a login with this email already.");
    throw error;
  }
  process.stdout.write(`${parsed.data.email.toLowerCase()} signs in to /network as an operator.\n`);
  return 0;
}

await runCommand(main, { failed: "The operator was not made" });
