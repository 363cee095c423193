const SANDBOX_KEY = "pk_test_closedloop_sandbox";
const SANDBOX_SECRET = "sk_test_closedloop_sandbox_public_secret";

const SANDBOX_LOGIN = "alice@member.test";
const SANDBOX_PASSWORD = "closed-loop-demo";

const STILL_BUSY_MS = 15_000;

export function printStillStarting(): () => void {
  const started = Date.now();
  const busy = setInterval(() => {
    process.stdout.write(`Starting the database and the app … ${Math.round((Date.now() - started) / 1_000)} s\n`);
  }, STILL_BUSY_MS);
  busy.unref();
  return () => clearInterval(busy);
}

type Facts = Readonly<{ address: string; isSandboxSeeded: boolean; database: string; functions: string }>;

export function describeStart({ address, isSandboxSeeded, database, functions }: Facts): string {
  const lines = [
    "",
    `  Closed Loop is running at ${address}`,
    "",
    `  Portal     ${address}/sign-in`,
    `  API        ${address}/v1`,
    `  Database   ${database}`,
    `  Functions  run by ${functions}`,
  ];
  if (isSandboxSeeded) lines.push(...describeSandbox(address));
  lines.push("", "  Ctrl-C stops it.", "");
  return lines.join("\n");
}

function describeSandbox(address: string): string[] {
  return [
    "",
    "  Sandbox credentials",
    `    X-API-Key  ${SANDBOX_KEY}`,
    `    secret     ${SANDBOX_SECRET}`,
    `    portal     ${SANDBOX_LOGIN}, password ${SANDBOX_PASSWORD}`,
    "",
    "  Try it:",
    "",
    // Not indented, so that the copied block runs as is.
    `curl -s ${address}/v1/authorizations \\`,
    `  -H "X-API-Key: ${SANDBOX_KEY}" \\`,
    `  -H "Authorization: Bearer ${SANDBOX_SECRET}" \\`,
    '  -H "Content-Type: application/json" \\',
    '  -H "Idempotency-Key: first-try-$(date +%s)" \\',
    `  -d '{"panToken":"TESTcardApproved1","amount":12.50}'`,
  ];
}
