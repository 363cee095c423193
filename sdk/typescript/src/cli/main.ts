#!/usr/bin/env node
import { Argument, Command, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { type ApiError, ClosedLoopError, NoAnswerError, RateLimitError, ServiceError } from "../index.ts";
import { complete, SHELLS } from "./completion.ts";
import { deliver, type Receiver } from "./deliver.ts";
import { examine } from "./doctor.ts";
import { type EventRecord, eventsOf, type Followed, follow, type RequestRecord } from "./follow.ts";
import { listen } from "./listen.ts";
import { login, logout } from "./login.ts";
import { parseAmount, parseCount, parseDay, parseDuration, parseKey, parseSince, parseUrl } from "./parse.ts";
import { columns, Printer } from "./print.ts";
import { clientOf, type Profile, profilesFile, Refusal, readProfile, requireTenant } from "./profiles.ts";
import { reconcile } from "./reconcile.ts";
import { readStage } from "./stage.ts";
import { SCENARIOS, trigger } from "./trigger.ts";

const HOUR_SECONDS = 3_600;

const program = new Command("closed-loop")
  .description(
    "Works with a Closed Loop sandbox from the terminal: forwards events, makes them happen, pays, closes the day.",
  )
  .version(manifest.version)
  .option("--profile <name>", "the keys to use, by the name given at login")
  .option("--json", "print JSON, one record a line")
  .showHelpAfterError("Add --help for more.");

function add(parent: Command, name: string, description: string, examples: readonly string[]): Command {
  const shown = examples.map((example) => `  $ closed-loop ${example}`).join("\n");
  return parent.command(name).description(description).addHelpText("after", `\nExamples:\n${shown}`);
}

const sharedOptions = () => program.opts<{ profile?: string; json?: true }>();
const printer = () => new Printer(sharedOptions().json === true);

function use(): { readonly profile: Profile; readonly loop: ReturnType<typeof clientOf> } {
  const profile = readProfile(sharedOptions().profile);
  return { profile, loop: clientOf(profile, { signs: true }) };
}

function useTenant(): ReturnType<typeof use> {
  const used = use();
  requireTenant(used.profile);
  return used;
}

/** Aborted by Ctrl-C. */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

interface ReceiverOptions {
  readonly forwardTo: string;
  readonly shortName: string;
}

const FORWARD_TO = ["--forward-to <url>", "where your receiver listens", parseUrl] as const;
const SHORT_NAME = ["--short-name <name>", "the service’s short name in header names", "svc"] as const;

const receiverOf = ({ forwardTo, shortName }: ReceiverOptions, { webhookSecret }: Profile): Receiver => ({
  url: forwardTo,
  secret: webhookSecret,
  shortName,
});

/** A command that moves something takes it; without one it is random, and shown if nobody knows whether the thing happened. */
const onceOption = () =>
  new Option("--idempotency-key <key>", "what is asked under it happens once, however often the line is repeated")
    .argParser(parseKey)
    .default(crypto.randomUUID(), "a random one");

const eventText = ({ createdAt, type, id, recordId }: EventRecord) =>
  `${createdAt}  ${type}  ${id}  ${recordId ? `of ${recordId}` : "of no record"}`;

add(program, "login", "Keep keys in a file that only you can read.", [
  "login --sandbox",
  "login --url https://pay.example.com --profile staging",
  "login --key pk_test_… < secret.txt",
])
  .option("--url <url>", "the service", parseUrl, "http://localhost:3000")
  .option(
    "--key <key>",
    "pk_… of a tenant or mk_… of a merchant; its secret is asked for, so that no shell’s history has it",
  )
  .option("--merchant <id>", "act for this merchant of the tenant")
  .option("--sandbox", "take the public sandbox’s keys")
  .action(async ({ url, key, merchant, sandbox }) => {
    const name = sharedOptions().profile ?? "default";
    const { profile, who } = await login({ name, url, key, merchant, isSandbox: sandbox === true });
    const { baseUrl, webhookSecret } = profile;
    printer().record(
      { profile: name, baseUrl, who, webhookSecret, file: profilesFile() },
      `Signed in to ${baseUrl} as ${who}: profile ${name} in ${profilesFile()}.`,
    );
  });

add(program, "logout", "Forget a profile’s keys.", ["logout --profile staging"]).action(() => {
  const name = sharedOptions().profile ?? "default";
  logout(name);
  printer().record({ profile: name }, `Profile ${name} is gone.`);
});

add(program, "listen", "Forward events to a receiver on this machine, signed as the service signs them.", [
  "listen --forward-to http://localhost:4000/hook",
  "listen --forward-to http://localhost:4000/hook --since 2h",
  "listen --forward-to http://localhost:4000/hook --events authorization.captured,authorization.reversed",
])
  .requiredOption(...FORWARD_TO)
  .option("--since <time>", "replay what happened since then first: 2h, 7d, or a time", parseSince)
  .option("--events <types>", "only these types, with commas between them", (text) => text.split(","))
  .option(...SHORT_NAME)
  .action(async ({ since, events: types, ...options }) => {
    const { profile, loop } = use();
    const receiver = receiverOf(options, profile);
    printer().note(`Forwarding to ${receiver.url}, signed with ${receiver.secret}. Ctrl-C ends it.`);
    await listen(loop, profile, { receiver, types, since, printer: printer(), signal: untilStopped() });
  });

add(program, "trigger", "Make an event really happen in the sandbox.", [
  "trigger authorization.captured",
  "trigger payout.returned --json",
  "trigger --list",
])
  .addArgument(new Argument("[event]", "its type").choices(Object.keys(SCENARIOS)))
  .option("--list", "name the events")
  .action(async (type: string | undefined, { list }) => {
    if (list) {
      for (const [name, scenario] of Object.entries(SCENARIOS)) {
        const why = typeof scenario === "string" ? scenario : null;
        printer().record({ type: name, why }, why ? `${name}: no. ${why}` : name);
      }
      return;
    }
    if (type === undefined) throw new Refusal("Name an event: closed-loop trigger --list names them.");
    const { profile, loop } = useTenant();
    const event = await trigger(loop, await readStage(loop, profile), type);
    printer().record(event, eventText(event));
  });

add(program, "pay", "Pay with the sandbox’s card, another card, or a payment code.", [
  "pay 12.50 --reference order-1001",
  "pay 12.50 --hold",
  "pay 8 --code 7KQ2M9XW",
  "pay 12.50 --idempotency-key order-1001",
])
  .argument("<amount>", "in the currency’s units", parseAmount)
  .option("--card <panToken>", "this card")
  .option("--code <code>", "a payment code, at the merchant")
  .option("--pin <pin>", "the code’s PIN, if it has one")
  .option("--currency <code>", "ISO 4217")
  .option("--reference <text>", "your reference")
  .option("--hold", "hold the money without capturing it")
  .addOption(onceOption())
  .action(async (amount: number, { card, code, pin, currency, reference, hold, idempotencyKey }) => {
    const { profile, loop } = use();
    const stage = profile.apiKey === undefined || (card && profile.merchant) ? null : await readStage(loop, profile);
    const acting = profile.merchant ?? stage?.merchant;
    const panToken: string | undefined = card ?? stage?.panToken;
    const input = { amount, ...(currency && { currency }), ...(reference && { merchantReference: reference }) };
    const options = { idempotencyKey, ...(acting !== undefined && { merchant: acting }) };
    if (code) {
      const paid = await loop.sellPaymentCode({ ...input, paymentCode: code, ...(pin && { pin }) }, options);
      return printer().record(paid, paymentText(amount, paid));
    }
    if (panToken === undefined) throw new Refusal("A merchant’s key has no card of its own: name one with --card.");
    const paymentMethod = { type: "card", panToken } as const;
    const paid = await (hold
      ? loop.authorizeTransaction({ ...input, paymentMethod }, options)
      : loop.sellTransaction({ ...input, paymentMethod }, options));
    printer().record(paid, paymentText(amount, paid));
  });

interface Paid {
  readonly approved: boolean;
  readonly authorizationId?: string | null;
  readonly transactionId?: string | null;
  readonly reasonCode?: string | null;
  readonly reasonMessage?: string | null;
}

function paymentText(
  amount: number,
  { approved, authorizationId, transactionId, reasonCode, reasonMessage }: Paid,
): string {
  if (!approved) return `Declined: ${reasonCode}, ${reasonMessage}`;
  return `Approved ${amount}: ${transactionId ? `transaction ${transactionId}` : `authorization ${authorizationId}`}`;
}

add(program, "refund", "Refund a transaction, or a part of it.", [
  "refund 3Fq8rT4kCb7Wn4XsE",
  "refund 3Fq8rT4kCb7Wn4XsE 5.00",
])
  .argument("<transaction>", "the transactionId of pay")
  .argument("[amount]", "a part; all of it by default", parseAmount)
  .addOption(onceOption())
  .action(async (transactionId: string, amount: number | undefined, { idempotencyKey }) => {
    const { profile, loop } = use();
    const isTenant = profile.apiKey !== undefined;
    const merchant = profile.merchant ?? (isTenant ? (await loop.getCapture({ id: transactionId })).merchant : null);
    const input = { transactionId, ...(amount === undefined ? {} : { amount }) };
    const refund = await loop.refundTransaction(input, { idempotencyKey, ...(merchant && { merchant }) });
    printer().record(refund, `Refunded ${refund.refundedAmount} of ${transactionId}: refund ${refund.refundId}`);
  });

add(program, "settle", "End the day early: batches, payouts, and statements of what there is.", [
  "settle",
  "settle --merchant 3Fq8rTMc5Yz2Nb8Wd",
])
  .option("--merchant <id>", "only this merchant")
  .addOption(onceOption())
  .action(async ({ merchant, idempotencyKey }) => {
    const { profile, loop } = useTenant();
    const only = merchant ?? profile.merchant;
    const settled = await loop.settle(only ? { merchant: only } : {}, { idempotencyKey });
    const rows = settled.batches.map(({ batchId, merchant: of, currency, net, payout }) => [
      batchId,
      of,
      currency,
      `net ${net}`,
      `pays ${payout}`,
    ]);
    printer().record(settled, rows.length === 0 ? "There is nothing to settle." : columns(rows));
  });

const clock = add(program, "clock", "Read or move the sandbox’s clock.", ["clock read", "clock advance 7d"]);

add(clock, "read", "Say what time it is in the sandbox.", ["clock read"]).action(async () => {
  const now = await useTenant().loop.getSandboxClock();
  printer().record(now, `${now.now}, ${now.aheadSeconds} seconds ahead`);
});

add(clock, "advance", "Move the clock forward; what falls due on the way happens. It never goes back.", [
  "clock advance 7d",
  "clock advance 12h",
])
  .argument("<span>", "12h or 7d", parseDuration)
  .addOption(onceOption())
  .action(async (seconds: number, { idempotencyKey }) => {
    if (seconds % HOUR_SECONDS !== 0) throw new Refusal("The clock moves by whole hours.");
    const hours = seconds / HOUR_SECONDS;
    const moved = await useTenant().loop.advanceSandboxClock({ hours }, { idempotencyKey });
    const happened = moved.lastMove?.happened.map(({ at, kind, id }) => `${at}  ${kind}  ${id}`) ?? [];
    printer().record(moved, [`It is ${moved.now}.`, ...happened].join("\n"));
  });

interface TailOptions {
  readonly n: number;
  readonly follow: boolean;
}

async function tail<Item extends RequestRecord | EventRecord>(
  list: Parameters<typeof follow<Item>>[0],
  { n, follow: goesOn }: TailOptions,
  wanted: Pick<Followed<Item>, "isWanted" | "narrowed">,
  textOf: (item: Item) => string,
): Promise<void> {
  const followed = follow(list, {
    ...wanted,
    newest: n,
    signal: goesOn ? untilStopped() : AbortSignal.abort(),
    onTrouble: (message) => printer().note(`${message} Asking again.`),
  });
  for await (const found of followed) for (const item of found) printer().record(item, textOf(item));
}

const events = add(program, "events", "Read events, or send one again.", [
  "events tail",
  "events resend 3Fq8rTEv8Mk5WcZ9R --forward-to http://localhost:4000/hook",
]);

add(events, "tail", "Print the newest events, then each new one.", [
  "events tail",
  "events tail -n 50 --no-follow --type payout.paid",
])
  .option("-n <count>", "how many at first, up to 100", parseCount, 10)
  .option("--type <type>", "only this type")
  .option("--no-follow", "end after the newest")
  .action(async ({ type, ...options }) => {
    const { profile, loop } = use();
    const isWanted = type && ((event: EventRecord) => event.type === type);
    await tail(eventsOf(loop, profile), options, { isWanted, narrowed: eventsOf(loop, profile, type) }, eventText);
  });

add(events, "resend", "Send one event to a receiver again, under the id that it had.", [
  "events resend 3Fq8rTEv8Mk5WcZ9R --forward-to http://localhost:4000/hook",
])
  .argument("<event>", "its id")
  .requiredOption(...FORWARD_TO)
  .option(...SHORT_NAME)
  .action(async (id: string, options) => {
    const { profile, loop } = use();
    const event = await (profile.apiKey === undefined ? loop.getMerchantEvent({ id }) : loop.getEvent({ id }));
    const { status, isAccepted, ms } = await deliver(event, receiverOf(options, profile));
    printer().record(
      { id, status, accepted: isAccepted, ms },
      `${eventText(event)}  ${status ?? "no answer"} in ${ms} ms`,
    );
    if (!isAccepted) process.exitCode = 1;
  });

const logs = add(program, "logs", "Read the log of requests.", ["logs tail", "logs tail --errors"]);

/** `listen` and `events tail` ask for these each second. */
const isPoll = ({ method, path, status }: RequestRecord) =>
  status === 200 && ["GET /v1/events", "POST /merchant/v1/events/list"].includes(`${method} ${path}`);

function requestText({
  createdAt,
  status,
  method,
  path,
  durationMs,
  errorCode,
  isReplay,
  isKeyless,
  id,
}: RequestRecord) {
  const note = errorCode ?? (isReplay ? "replayed" : isKeyless ? "no Idempotency-Key" : null);
  return [createdAt, status, `${method} ${path}`, `${durationMs} ms`, ...(note ? [note] : []), id].join("  ");
}

add(logs, "tail", "Print the newest requests of the tenant and its merchants, then each new one.", [
  "logs tail",
  "logs tail --errors",
  "logs tail --status 5 --json",
])
  .option("-n <count>", "how many at first, up to 100", parseCount, 10)
  .addOption(new Option("--status <class>", "only 2xx, 4xx, or 5xx").choices(["2", "4", "5"]))
  .option("--errors", "only those that were refused or failed")
  .option("--polls", "also readings of events, which listen and events tail repeat each second")
  .option("--no-follow", "end after the newest")
  .action(async ({ status, errors, polls, ...options }) => {
    const { loop } = useTenant();
    const isWanted = (request: RequestRecord) =>
      (polls || !isPoll(request)) &&
      (!errors || request.errorCode !== null) &&
      (!status || String(request.status).startsWith(status));
    const filter = { ...(status && { class: status }), ...(errors && { failed: true }) };
    const narrowed: typeof loop.listRequests = (page, call) => loop.listRequests({ ...page, ...filter }, call);
    await tail(loop.listRequests, options, { isWanted, narrowed }, requestText);
  });

add(program, "reconcile", "Add up the batches of a day from their lines.", [
  "reconcile --day 2026-11-28",
  "reconcile --day 2026-11-28 --json",
])
  .requiredOption("--day <day>", "the day that they settle", parseDay)
  .action(async ({ day }) => {
    const { profile, loop } = use();
    const found = await reconcile(loop, profile, day);
    const rows = found.batches.map(({ batch, lines, problems }) => [
      batch.batchId,
      batch.merchant,
      batch.currency,
      `${lines} lines`,
      `net ${batch.net}`,
      `pays ${batch.payout}`,
      batch.payoutStatus ?? "no payout",
      problems.length === 0 ? "adds up" : problems.join("; "),
    ]);
    printer().record(found, rows.length === 0 ? `No batch settles ${day}.` : columns(rows));
    if (!found.isWell) process.exitCode = 1;
  });

add(program, "doctor", "Check the service, this clock, your keys, signed requests, and your receiver.", [
  "doctor",
  "doctor --forward-to http://localhost:4000/hook",
])
  .option(...FORWARD_TO)
  .option(...SHORT_NAME)
  .action(async (options) => {
    const { profile } = use();
    const receiver = options.forwardTo ? receiverOf(options, profile) : undefined;
    for await (const one of examine(profile, receiver)) {
      printer().record(one, `${one.isWell ? "ok  " : "FAIL"}  ${one.check}: ${one.says}`);
      if (!one.isWell) process.exitCode = 1;
    }
  });

add(program, "completion", "Print a completion script for your shell.", [
  "completion bash >> ~/.bashrc",
  "completion zsh > ~/.zfunc/_closed-loop",
  "completion fish > ~/.config/fish/completions/closed-loop.fish",
])
  .addArgument(new Argument("<shell>").choices(Object.keys(SHELLS)))
  .action((shell: string) => void process.stdout.write(`${SHELLS[shell]}\n`));

program
  .command("complete", { hidden: true })
  .argument("[words...]")
  .action(
    (words: string[]) =>
      void process.stdout.write(
        complete(program, words)
          .map((word) => `${word}\n`)
          .join(""),
      ),
  );

let running = program;
program.hook("preAction", (_, command) => {
  running = command;
});

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The line that asks for the same under the same key; none where nothing was asked under one. */
function lineToRepeat(key: string | undefined): string | undefined {
  if (key === undefined) return undefined;
  const isNew = running.getOptionValueSource("idempotencyKey") === "default";
  const words = ["closed-loop", ...process.argv.slice(2), ...(isNew ? ["--idempotency-key", key] : [])];
  return words.map(quoted).join(" ");
}

/** 0: done. 1: refused, or something is wrong. 2: no answer came, or 429 or 5xx after all repeats, so nobody knows whether it was done. */
program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof ClosedLoopError || error instanceof Refusal)) throw error;
  const { code, field, requestId } = error as Partial<ApiError>;
  // Refusals for now (429, 5xx) may follow an attempt that was done and whose answer was lost.
  const isUnknown = [NoAnswerError, RateLimitError, ServiceError].some((kind) => error instanceof kind);
  const { idempotencyKey } = isUnknown ? running.opts<{ idempotencyKey?: string }>() : {};
  const repeat = lineToRepeat(idempotencyKey);
  const said = `${error.message}${requestId ? ` (${code}, request ${requestId})` : ""}\n`;
  const advice = repeat ? `It may have happened. This asks again, and it happens once:\n  ${repeat}\n` : "";
  if (sharedOptions().json)
    process.stderr.write(
      `${JSON.stringify({ error: { code, message: error.message, field, requestId, idempotencyKey, repeat } })}\n`,
    );
  else process.stderr.write(said + advice);
  process.exitCode = isUnknown ? 2 : 1;
});
