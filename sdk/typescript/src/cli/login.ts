import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { clientOf, newWebhookSecret, type Profile, Refusal, readStored, writeStored } from "./profiles.ts";

const PUBLIC_SANDBOX = {
  apiKey: "pk_test_closedloop_sandbox",
  secret: "sk_test_closedloop_sandbox_public_secret",
} as const;

interface Given {
  readonly name: string;
  readonly url: string;
  readonly key?: string | undefined;
  readonly merchant?: string | undefined;
  readonly isSandbox: boolean;
}

/** Asks for what isn’t given, tries the keys, and keeps them. Throws the service’s error if it refuses them. */
export async function login({
  name,
  url,
  key,
  merchant,
  isSandbox,
}: Given): Promise<{ profile: Profile; who: string }> {
  const asked = isSandbox ? PUBLIC_SANDBOX : await askForKeys(key);
  const webhookSecret = readStored().profiles[name]?.webhookSecret ?? newWebhookSecret();
  const profile: Profile = { baseUrl: url, ...asked, ...(merchant ? { merchant } : {}), webhookSecret };
  const who = await identify(profile);
  writeStored((stored) => ({ ...stored, profiles: { ...stored.profiles, [name]: profile } }));
  return { profile, who };
}

async function identify(profile: Profile): Promise<string> {
  const loop = clientOf(profile, { signs: true });
  if (profile.apiKey === undefined) {
    await loop.listTransactions({ limit: 1 });
    return "a merchant";
  }
  const { title, environment } = await loop.getTenantIdentity();
  return `${title}, ${environment}`;
}

/** From a terminal without showing the secret, or a line each from a pipe. */
async function askForKeys(key: string | undefined): Promise<Pick<Profile, "apiKey" | "secret">> {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (question: string, hides: boolean) => {
    process.stderr.write(question);
    isHidden = hides;
    const { value = "" } = await lines.next();
    if (hides) process.stderr.write("\n");
    isHidden = false;
    return String(value).trim();
  };
  try {
    const first = key ?? (await ask("API key (pk_… of a tenant, mk_… of a merchant): ", false));
    if (first.startsWith("mk_")) return { secret: first };
    const secret = await ask("Secret (sk_…): ", true);
    if (!first || !secret) throw new Refusal("A tenant’s key has two parts: pk_… and sk_….");
    return { apiKey: first, secret };
  } finally {
    terminal.close();
  }
}

export function logout(name: string): void {
  writeStored(({ profiles: { [name]: _, ...profiles }, stages }) => ({ profiles, stages }));
}
