import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { closeRequestLog, flushRequestLog, openRequestLog } from "@/server/domain/request-log";
import { assertBooksBalance } from "@/server/testing/books";
import { withNodeHost } from "@/server/testing/clients/node-host";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchantKey } from "@/server/testing/factories/merchants";
import { setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { closeServer, listen } from "@/server/testing/listen";
import { createTestRequest } from "@/server/testing/request-log";
import { waitUntil } from "@/server/testing/wait-until";
import { clientOf } from "./src/cli/profiles";
import { problemsOf, type Reconciled } from "./src/cli/reconcile";
import { readStage } from "./src/cli/stage";
import { SCENARIOS, trigger } from "./src/cli/trigger";
import { verifyWebhook } from "./src/index";

withTestDatabase();
const origin = withNodeHost(50);
openRequestLog();
after(closeRequestLog);

const folder = mkdtempSync(join(tmpdir(), "closed-loop-cli-"));
const program = join(folder, "closed-loop");
const HOME = { XDG_CONFIG_HOME: join(folder, "config") };
const FILE = join(folder, "config/closed-loop/profiles.json");

before(async () => {
  const { outputFiles: _, ...built } = await build({
    entryPoints: ["sdk/typescript/src/cli/main.ts"],
    outfile: `${program}.cjs`,
    bundle: true,
    platform: "node",
    target: "node20",
  });
  assert.deepEqual(built.errors, []);
  chmodSync(`${program}.cjs`, 0o755);
  mkdirSync(join(folder, "bin"));
  symlinkSync(`${program}.cjs`, join(folder, "bin/closed-loop"));
  Object.assign(process.env, HOME);
});
after(() => {
  delete process.env.XDG_CONFIG_HOME;
  rmSync(folder, { recursive: true, force: true });
});

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [`${program}.cjs`, ...args], { env: { ...process.env, ...HOME, ...env } });
}

async function run(
  args: readonly string[],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const child = start(args, env);
  child.stdin?.end(input);
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  return { code: await exit, out: out ?? "", err: err ?? "" };
}

/** Its records, after it ended with 0. */
async function records<T = Record<string, unknown>>(
  args: readonly string[],
  env: Record<string, string>,
): Promise<T[]> {
  const { code, out, err } = await run([...args, "--json"], { env });
  assert.deepEqual([code, err], [0, ""], args.join(" "));
  return out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const keysOf = ({ publicKey, secret }: TestTenant) => ({
  CLOSED_LOOP_URL: origin(),
  CLOSED_LOOP_KEY: publicKey,
  CLOSED_LOOP_SECRET: secret,
  CLOSED_LOOP_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
});

test("login stores working keys by profile; a file that others can read is refused", async () => {
  const tenant = await createTestTenant({ requireSignature: true });
  const { key } = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const login = ["login", "--url", origin(), "--key", tenant.publicKey];
  assert.match((await run(["clock", "read"])).err, /There are no keys yet: run closed-loop login/);
  const wrong = await run(login, { input: "sk_test_wrong\n" });
  assert.equal(wrong.code, 1);
  assert.throws(() => statSync(FILE));
  const { code, out, err } = await run(login, { input: `${tenant.secret}\n` });
  assert.equal(code, 0, err);
  assert.match(out, /as Test Tenant, test: profile default/);
  assert.equal(`${out}${err}`.includes(tenant.secret), false);
  assert.equal((await run(["login", "--url", origin(), "--profile", "till"], { input: `${key}\n` })).code, 0);
  assert.deepEqual([statSync(FILE).mode & 0o777, statSync(join(FILE, "..")).mode & 0o777], [0o600, 0o700]);
  assert.equal((await run(["clock", "read"])).code, 0);
  const asTill = await run(["clock", "read", "--profile", "till"]);
  assert.deepEqual([asTill.code, asTill.err], [1, "This takes a tenant’s key: a merchant’s key can’t do it.\n"]);
  chmodSync(FILE, 0o644);
  assert.match((await run(["clock", "read"])).err, /Others can read .*chmod 600/);
  chmodSync(FILE, 0o600);
  assert.equal((await run(["logout", "--profile", "till"])).code, 0);
  assert.match((await run(["clock", "read", "--profile", "till"])).err, /run closed-loop login --profile till/);
});

test("a day is paid, refunded, settled, reconciled; exit codes tell declines, refusals, and outages", async () => {
  const tenant = await createTestTenant();
  const env = keysOf(tenant);
  const [sale] = await records(["pay", "12.50", "--reference", "order-1"], env);
  assert.equal(sale?.approved, true);
  const [refund] = await records(["refund", String(sale?.transactionId), "5"], env);
  assert.equal(refund?.refundedAmount, 5);
  assert.match((await run(["pay", "8", "--hold"], { env })).out, /^Approved 8: authorization \d{7}/);
  assert.match((await run(["pay", "999999"], { env })).out, /^Declined: 51/);
  const [settled] = await records<{ batches: { day: string; net: number }[] }>(["settle"], env);
  const [batch] = settled?.batches ?? [];
  assert.equal(batch?.net, 7.5);
  const [closed] = await records<Reconciled>(["reconcile", "--day", batch?.day ?? ""], env);
  assert.deepEqual([closed?.batches.map(({ lines }) => lines), closed?.isWell], [[2], true]);
  assert.match((await run(["reconcile", "--day", "2020-01-01"], { env })).out, /No batch settles 2020-01-01/);
  const { key: till } = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const merchant = { CLOSED_LOOP_URL: origin(), CLOSED_LOOP_MERCHANT_KEY: till };
  assert.equal((await records(["reconcile", "--day", batch?.day ?? ""], merchant))[0]?.isWell, true);
  const [moved] = await records(["clock", "advance", "7d"], env);
  assert.ok(Number(moved?.aheadSeconds) > 600_000);
  const events = await records(["events", "tail", "-n", "3", "--no-follow"], env);
  // The first two are of one moment.
  assert.deepEqual(
    new Set(events.map(({ type }) => type)),
    new Set(["settlement.completed", "payout.created", "authorization.expired"]),
  );
  const unknown = await run(["refund", "nothing", "--json"], { env });
  assert.equal(unknown.code, 1);
  assert.equal(JSON.parse(unknown.err).error.code, "transaction_not_found");
  assert.equal((await run(["pay", "0"], { env })).code, 1);
  await assertBooksBalance();
});

test("a payment and a refund whose answers are lost happen once by the line that is printed", async () => {
  const tenant = await createTestTenant();
  let isLosing = true;
  const lossy = createServer(async (request, response) => {
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers as Record<string, string>;
    const body = await buffer(request);
    const asked = { method: request.method ?? "GET", headers, ...(body.length > 0 && { body }) };
    const answer = await fetch(`${origin()}${request.url}`, asked);
    const said = await answer.text();
    if (isLosing && /(sale|refund)$/.test(request.url ?? "")) return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(said);
  });
  const env = { ...keysOf(tenant), ...HOME, CLOSED_LOOP_URL: `http://127.0.0.1:${await listen(lossy)}` };
  after(() => closeServer(lossy));
  const loop = clientOf({ baseUrl: origin(), apiKey: tenant.publicKey, secret: tenant.secret, webhookSecret: "" });
  const repeat = async (line: string) => {
    isLosing = false;
    const said = await text(startShell("bash", ["-c", line], env).stdout);
    isLosing = true;
    return said;
  };
  const lost = await run(["pay", "3", "--reference", "it’s 'one'"], { env });
  assert.equal(lost.code, 2);
  const [, line = "", key] = /happens once:\n {2}(closed-loop pay .* --idempotency-key (\S+))\n$/.exec(lost.err) ?? [];
  assert.match(key ?? "", /^[\w-]{36}$/, lost.err);
  assert.match(await repeat(line), /^Approved 3: transaction/);
  const { data: sold } = await loop.listCaptures();
  assert.deepEqual(
    sold.map(({ amount, merchantReference }) => [amount, merchantReference]),
    [[3, "it’s 'one'"]],
  );
  const refund = ["refund", sold[0]?.id ?? "", "1", "--idempotency-key", "refund-1", "--json"];
  const { error } = JSON.parse((await run(refund, { env })).err);
  assert.deepEqual([error.idempotencyKey, error.repeat], ["refund-1", `closed-loop ${refund.join(" ")}`]);
  assert.equal(JSON.parse(await repeat(error.repeat)).refundedAmount, 1);
  assert.equal((await loop.listRefunds()).data.length, 1);
  assert.equal((await run(["pay", "3", "--idempotency-key", ""], { env })).code, 1);
  const other = await run(["clock", "advance", "1h", "--idempotency-key", "k"], { env });
  assert.equal(other.code, 0, other.err);
  const reading = await run(["clock", "read"], { env: { ...env, CLOSED_LOOP_URL: "http://127.0.0.1:9" } });
  assert.deepEqual([reading.code, reading.err], [2, "getSandboxClock: no answer came.\n"]);
  await assertBooksBalance();
});

test("what doesn’t add up is named", () => {
  const batch = { captured: 10, refunded: 2, fee: 0.3, net: 7.7, carriedIn: 0, payout: 7.7, carriedOut: 0 };
  const lines = [
    { kind: "capture", gross: 10, fee: 0.3, net: 9.7 },
    { kind: "refund", gross: -2, fee: 0, net: -2 },
  ];
  const problems = (changed: object) => problemsOf({ ...batch, ...changed } as never, lines as never);
  assert.deepEqual(problems({}), []);
  assert.deepEqual(problems({ captured: 11 }), ["captured is 11, its lines are 10"]);
  assert.deepEqual(problems({ payout: 7.6 }), ["payout + carriedOut is 7.6, its lines are 7.7"]);
});

test("every event that trigger knows really happens", async () => {
  const tenant = await createTestTenant();
  await setTestTerms(tenant);
  const { publicKey: apiKey, secret } = tenant;
  const profile = { baseUrl: origin(), apiKey, secret, webhookSecret: "whsec_" };
  const loop = clientOf(profile);
  const stage = await readStage(loop, profile);
  assert.deepEqual(await readStage(loop, profile), stage);
  const known = Object.entries(SCENARIOS).filter(([, scenario]) => typeof scenario !== "string");
  assert.ok(known.length > 30);
  for (const [type] of known) assert.equal((await trigger(loop, stage, type)).type, type);
  await assert.rejects(trigger(loop, stage, "payout.failed"), /trigger payout.returned/);
});

interface Arrival {
  readonly deliveryId: string;
  readonly paymentId: unknown;
  readonly answered: number;
}

/** As `listen --json` prints it. */
interface Attempt {
  readonly id: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: number | null;
  readonly accepted: boolean;
}

/** A receiver that verifies, on a port that stays its own while it is away. */
function startReceiver(secret: string, statuses: number[] = []) {
  const arrivals: Arrival[] = [];
  const make = () =>
    createServer(async (request, response) => {
      const body = (await buffer(request)).toString();
      let answered = statuses.shift() ?? 204;
      try {
        const { event, deliveryId } = await verifyWebhook(body, request.headers, secret);
        arrivals.push({ deliveryId, paymentId: "id" in event ? event.id : null, answered });
      } catch {
        answered = 400;
      }
      response.writeHead(answered).end();
    });
  let server: Server = make();
  return {
    arrivals,
    accepted: () => arrivals.filter(({ answered }) => answered < 300).map(({ deliveryId }) => deliveryId),
    open: () => listen(server),
    reopen: (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve)),
    close: async () => {
      await closeServer(server);
      server = make();
    },
  };
}

test("listen forwards every event once across errors and an outage, and replays under the same ids", async () => {
  const env = keysOf(await createTestTenant());
  const receiver = startReceiver(env.CLOSED_LOOP_WEBHOOK_SECRET, [204, 503, 503]);
  const port = await receiver.open();
  after(() => receiver.close());
  const to = ["listen", "--forward-to", `http://127.0.0.1:${port}/hook`, "--json"];
  const [first] = await records(["trigger", "authorization.approved"], env);
  const listening = start(to, env);
  const ended = new Promise<number | null>((resolve) => listening.once("close", resolve));
  const attempts: Attempt[] = [];
  createInterface({ input: listening.stdout as Readable }).on("line", (line) => attempts.push(JSON.parse(line)));
  let last: unknown;
  await waitUntil("events are followed", async () => {
    const [sale] = await records(["pay", "1"], env);
    last = sale?.authorizationId;
    return receiver.arrivals.length > 0;
  });
  await waitUntil("two errors", () => receiver.arrivals.filter(({ answered }) => answered === 503).length === 2);
  // Else the receiver goes while it answers, and rightly gets that event twice.
  await waitUntil("all is accepted, the last sale and its capture too", () => {
    const accepted = attempts.filter((one) => one.accepted).map(({ id }) => id);
    const ofLast = receiver.arrivals.filter(({ paymentId }) => paymentId === last);
    return ofLast.length >= 2 && receiver.arrivals.every(({ deliveryId }) => accepted.includes(deliveryId));
  });
  await receiver.close();
  const [during] = await records(["trigger", "authorization.reversed"], env);
  await waitUntil("it goes unanswered", () => attempts.some(({ id, status }) => id === during?.id && status === null));
  await receiver.reopen(port);
  await waitUntil("the outage is made up for", () => receiver.accepted().includes(String(during?.id)));
  await waitUntil("it is printed", () => attempts.some(({ id, accepted }) => id === during?.id && accepted));
  listening.kill("SIGINT");
  assert.equal(await ended, 0);
  const accepted = receiver.accepted();
  assert.equal(new Set(accepted).size, accepted.length);
  assert.equal(accepted.includes(String(first?.id)), false);
  assert.deepEqual(
    attempts
      .filter(({ accepted: isAccepted }) => isAccepted)
      .map(({ id }) => id)
      .sort(),
    [...accepted].sort(),
  );
  assert.ok(attempts.some(({ status }) => status === 503));
  const firsts = attempts.filter(({ attempt }) => attempt === 1).map(({ event }) => event);
  assert.deepEqual(
    firsts.filter((type) => type !== "authorization.reversed"),
    firsts
      .flatMap((type) => (type === "authorization.captured" ? ["authorization.approved", type] : []))
      .concat("authorization.approved"),
  );

  const again = start([...to, "--since", "1h"], env);
  const endedAgain = new Promise((resolve) => again.once("close", resolve));
  const listed = await records(["events", "tail", "-n", "100", "--no-follow"], env);
  await waitUntil("all is replayed", () => receiver.accepted().length === accepted.length + listed.length);
  again.kill("SIGINT");
  await endedAgain;
  assert.deepEqual(
    receiver.accepted().slice(accepted.length),
    listed.map(({ id }) => id),
  );
  const url = `http://127.0.0.1:${port}/hook`;
  const [resent] = await records(["events", "resend", String(first?.id), "--forward-to", url], env);
  assert.deepEqual([resent?.accepted, receiver.accepted().at(-1)], [true, first?.id]);
});

/** The service behind an address of its own, which can go away. */
function startForwarder() {
  const sockets = new Set<Socket>();
  const make = () =>
    createTcpServer((socket) => {
      const service = connect(Number(new URL(origin()).port), "127.0.0.1");
      for (const one of [socket, service]) sockets.add(one.on("error", () => {}));
      socket.pipe(service).pipe(socket);
    });
  let server = make();
  return {
    open: (port = 0) =>
      new Promise<number>((resolve) =>
        server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
      ),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
      server = make();
    },
  };
}

test("listen goes on after the service was away, and brings what happened meanwhile once", async () => {
  const env = keysOf(await createTestTenant());
  const forwarder = startForwarder();
  const port = await forwarder.open();
  const receiver = startReceiver(env.CLOSED_LOOP_WEBHOOK_SECRET);
  const to = `http://127.0.0.1:${await receiver.open()}/hook`;
  const listening = start(["listen", "--forward-to", to], { ...env, CLOSED_LOOP_URL: `http://127.0.0.1:${port}` });
  const ended = new Promise<number | null>((resolve) => listening.once("close", resolve));
  after(async () => {
    listening.kill("SIGKILL");
    await Promise.all([ended, receiver.close(), forwarder.close()]);
  });
  let notes = "";
  listening.stderr?.on("data", (said) => {
    notes += said;
  });
  await waitUntil("events are followed", async () => {
    await records(["pay", "1"], env);
    return receiver.arrivals.length > 0;
  });
  await forwarder.close();
  const [during] = await records(["trigger", "authorization.reversed"], env);
  await waitUntil("it says that no answer came", () => notes.includes("Asking again."));
  await forwarder.open(port);
  await waitUntil("what happened meanwhile arrives", () => receiver.accepted().includes(String(during?.id)));
  assert.equal(new Set(receiver.accepted()).size, receiver.accepted().length);
  listening.kill("SIGINT");
  assert.equal(await ended, 0);
});

test("logs tail prints requests as they come, without polls and its own; failures and classes alone if asked", async () => {
  const tenant = await createTestTenant();
  const env = keysOf(tenant);
  const old = await createTestRequest(tenant, {
    status: 404,
    errorCode: "not_found",
    createdAt: new Date(Date.now() - 9e6),
  });
  for (let i = 0; i < 120; i += 1) await createTestRequest(tenant, { method: "GET", path: "/v1/events", status: 200 });
  const listed = async (...args: string[]) =>
    (await records<{ id: string }>(["logs", "tail", "--no-follow", ...args], env)).map(({ id }) => id);
  assert.deepEqual(await listed(), [old.id]);
  assert.deepEqual(await listed("--errors"), [old.id]);
  assert.deepEqual(await listed("--status", "5"), []);
  assert.equal((await listed("--polls", "-n", "100")).length, 100);

  const logging = start(["logs", "tail", "--errors", "--json"], env);
  const ended = new Promise<number | null>((resolve) => logging.once("close", resolve));
  const printed: { id: string; path: string; errorCode: string }[] = [];
  createInterface({ input: logging.stdout as Readable }).on("line", (line) => printed.push(JSON.parse(line)));
  await waitUntil("the newest is printed", () => printed.length === 1);
  await records(["pay", "1"], env);
  assert.equal((await run(["refund", "nothing"], { env })).code, 1);
  await flushRequestLog();
  await waitUntil("the refusal is printed", () => printed.length === 2);
  logging.kill("SIGINT");
  assert.equal(await ended, 0);
  assert.deepEqual(
    printed.map(({ errorCode }) => errorCode),
    ["not_found", "transaction_not_found"],
  );
  const { out } = await run(["logs", "tail", "--no-follow", "-n", "1", "--status", "2"], { env });
  assert.match(out, /^\S+Z {2}20\d {2}POST \/merchant\/v1\/transactions\/sale {2}\d+ ms {2}\w{17}\n$/);
  const { key } = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const till = { CLOSED_LOOP_URL: origin(), CLOSED_LOOP_MERCHANT_KEY: key };
  assert.match((await run(["logs", "tail"], { env: till })).err, /This takes a tenant’s key/);
});

test("doctor finds a wrong secret, a receiver that believes anything, and a service that isn’t there", async () => {
  const tenant = await createTestTenant({ requireSignature: true });
  const env = keysOf(tenant);
  const receiver = startReceiver(env.CLOSED_LOOP_WEBHOOK_SECRET);
  const url = `http://127.0.0.1:${await receiver.open()}/hook`;
  const believer = createServer((_, response) => response.end());
  const believing = `http://127.0.0.1:${await listen(believer)}/hook`;
  after(() => Promise.all([receiver.close(), closeServer(believer)]));
  const wellOf = async (args: string[], given: Record<string, string>) => {
    const { code, out } = await run(["doctor", "--json", ...args], { env: given });
    const checks: { check: string; isWell: boolean }[] = out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return [code, checks.filter(({ isWell }) => !isWell).map(({ check }) => check), checks.length];
  };
  assert.deepEqual(await wellOf(["--forward-to", url], env), [0, [], 6]);
  assert.deepEqual(await wellOf(["--forward-to", believing], env), [1, ["forgery"], 6]);
  const other = { ...env, CLOSED_LOOP_WEBHOOK_SECRET: "whsec_b3RoZXI=" };
  assert.deepEqual(await wellOf(["--forward-to", url], other), [1, ["receiver"], 6]);
  const wrong = { ...env, CLOSED_LOOP_SECRET: `${tenant.secret}x` };
  assert.deepEqual(await wellOf([], wrong), [1, ["keys", "signature"], 4]);
  const nowhere = { ...env, CLOSED_LOOP_URL: "http://127.0.0.1:9" };
  assert.deepEqual(await wellOf([], nowhere), [1, ["service"], 1]);
});

test("help shows examples of each command, and bash completes commands, options, events, and values", async () => {
  const { out } = await run(["--help"]);
  const names = [...out.matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
  assert.ok(names.length >= 12);
  for (const name of names) assert.match((await run([name, "--help"])).out, /Examples:\n {2}\$ closed-loop/, name);
  const { out: script } = await run(["completion", "bash"]);
  const completed = async (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(" ");
    const asked = `${script}\nCOMP_WORDS=(closed-loop ${typed}); COMP_CWORD=${words.length}; _closed_loop; echo "\${COMPREPLY[@]}"`;
    return (await text(startShell("bash", ["-c", asked]).stdout)).trim().split(" ");
  };
  assert.deepEqual(await completed("tr"), ["trigger"]);
  assert.deepEqual(await completed("trigger", "payout.re"), ["payout.returned"]);
  assert.deepEqual(await completed("events", ""), ["tail", "resend"]);
  assert.deepEqual(await completed("listen", "--sin"), ["--since"]);
  for (const command of [["pay"], ["refund"], ["settle"], ["clock", "advance"]])
    assert.deepEqual(await completed(...command, "--idem"), ["--idempotency-key"]);
  assert.deepEqual(await completed("logs", "tail", "--status", ""), ["2", "4", "5"]);
});

const startShell = (shell: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawn(shell, args, {
    timeout: 60_000,
    env: { ...process.env, ...env, PATH: `${join(folder, "bin")}:${process.env.PATH}` },
  });

const isAway = (shell: string) => (spawnSync(shell, ["--version"]).error ? `there is no ${shell} here` : false);

test("fish completes", { skip: isAway("fish") }, async () => {
  const { out: script } = await run(["completion", "fish"]);
  const asked = `${script}\ncomplete -C 'closed-loop ev'; complete -C 'closed-loop trigger payout.re'`;
  const fish = startShell("fish", ["--no-config", "-c", asked]);
  assert.equal(await text(fish.stdout), "events\npayout.returned\n");
});

/** Types `closed-loop ev` and Tab into a zsh of its own, and prints what that shows. */
const ZSH_TYPES = `zmodload zsh/zpty
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell 'PS1=; fpath=($FUNCTIONS $fpath); autoload -Uz compinit; compinit -u -D; echo rea""dy'
zpty -r shell shown '*ready*'
zpty -w -n shell $'closed-loop ev\t'
zpty -r shell shown '*events *'
print -r -- $shown`;

test("zsh completes from a file of its search path, the first time too", { skip: isAway("zsh") }, async () => {
  const { out: script } = await run(["completion", "zsh"]);
  writeFileSync(join(folder, "_closed-loop"), script);
  const zsh = startShell("zsh", ["-f", "-c", ZSH_TYPES], { FUNCTIONS: folder });
  assert.match(await text(zsh.stdout), /closed-loop events /);
});
