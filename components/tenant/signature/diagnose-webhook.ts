import { fromBase64, hmacBase64, hmacHex } from "./hmac";
import { readHeaders } from "./read-request";
import { checkBody, checkTimestamp, open, otherBodies, right, type Step, showInvisible, wrong } from "./steps";

interface PastedDelivery {
  readonly headers: string;
  readonly body: string;
}

interface Look {
  /** The `whsec_…` secret; empty if not given. */
  readonly secret: string;
  readonly nowMs: number;
}

/** Explains step by step why a delivery doesn't verify, for the service's own headers and for Standard Webhooks. */
export async function diagnoseWebhook({ headers: text, body }: PastedDelivery, look: Look): Promise<Step[]> {
  const headers = readHeaders(text);
  const own = [...headers.keys()].find((name) => /^x-[a-z0-9]+-signature$/.test(name));
  const standard = headers.get("webhook-signature");
  const steps: Step[] = [];
  if (!own && !standard) {
    return [wrong("Headers", "There is neither X-SVC-Signature nor webhook-signature. A proxy may have dropped them.")];
  }
  steps.push(checkBody(body));
  if (look.secret !== "") steps.push(checkSecretForm(look.secret));
  if (own) steps.push(...(await checkOwn(headers, own, body, look)));
  if (standard) steps.push(...(await checkStandard(headers, standard, body, look)));
  return steps;
}

function checkSecretForm(secret: string): Step {
  const title = "Secret";
  if (/^whsec_[A-Za-z0-9+/]{32}$/.test(secret)) return right(title, "whsec_ and 32 characters.");
  if (secret.trim() !== secret) return wrong(title, "There are spaces around it.");
  if (!secret.startsWith("whsec_")) return wrong(title, "It must start with whsec_, which is part of the key.");
  return wrong(title, "whsec_ must be followed by 32 characters: some are missing or extra.");
}

async function checkOwn(
  headers: ReadonlyMap<string, string>,
  name: string,
  body: string,
  { secret, nowMs }: Look,
): Promise<Step[]> {
  const prefix = name.replace(/-signature$/, "").toUpperCase();
  const given = headers.get(name) ?? "";
  const timestamp = headers.get(`${prefix.toLowerCase()}-timestamp`);
  if (timestamp === undefined) return [wrong(`${prefix} headers`, `${prefix}-Timestamp is missing.`)];
  const signed = `${timestamp}.${body}`;
  const steps = [
    checkTimestamp(`${prefix}-Timestamp`, timestamp, nowMs),
    right("What is signed", "Timestamp, a dot, the raw body.", showInvisible(signed)),
  ];
  const title = `${prefix}-Signature`;
  if (secret === "") return [...steps, open(title, "Type in the secret to compare. It stays in this browser.")];
  const expected = await hmacHex(secret, signed);
  const shown = `sha256=${expected.slice(0, 8)}…`;
  if (given === `sha256=${expected}`) return [...steps, right(title, "The signature is right.", shown)];
  const digest = given.replace(/^sha256=/i, "").toLowerCase();
  if (digest === expected)
    return [
      ...steps,
      wrong(title, "The digest is right, but its format isn’t: it must be sha256= and lowercase hex.", shown),
    ];
  for (const { key, text, says } of await candidatesFor(secret, timestamp, body)) {
    if ((await hmacHex(key, text)) === digest) return [...steps, wrong(title, `Found it: ${says}.`, shown)];
  }
  return [...steps, wrong(title, LOST, shown)];
}

const LOST =
  "The body or the secret is different. Take the raw bytes before anything parses them, and check whether the secret was rotated: every attempt is signed with the newest.";

async function candidatesFor(secret: string, timestamp: string, body: string) {
  const decoded = fromBase64(secret.replace(/^whsec_/, ""));
  const signed = `${timestamp}.${body}`;
  return [
    ...otherBodies(body).map((other) => ({
      key: secret,
      text: `${timestamp}.${other.body}`,
      says: changed(other.says),
    })),
    ...(decoded
      ? [
          {
            key: decoded,
            text: signed,
            says: "the decoded secret was used as the key; here the key is the whole whsec_ text",
          },
        ]
      : []),
    { key: secret.replace(/^whsec_/, ""), text: signed, says: "whsec_ was left out of the key" },
    { key: secret.trim(), text: signed, says: "the secret you typed has spaces around it" },
    { key: secret, text: `${timestamp}${body}`, says: "the dot between timestamp and body is missing" },
    { key: secret, text: body, says: "the body alone was signed, without the timestamp" },
  ];
}

/** The service signs what it sends, so a difference means that the delivery was changed on the way. */
function changed(says: string): string {
  return `what you pasted is not what was sent: ${says.replace("was signed", "was sent").replace("were signed", "were sent")}`;
}

async function checkStandard(
  headers: ReadonlyMap<string, string>,
  given: string,
  body: string,
  { secret }: Look,
): Promise<Step[]> {
  const [id, timestamp] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
  const title = "webhook-signature";
  if (id === undefined || timestamp === undefined) {
    return [wrong(title, "Standard Webhooks needs webhook-id and webhook-timestamp beside it.")];
  }
  if (secret === "") return [open(title, "The same delivery for Standard Webhooks. Type in the secret to compare.")];
  const key = fromBase64(secret.replace(/^whsec_/, ""));
  if (!key) return [wrong(title, "What follows whsec_ isn’t base64, so there is no key.")];
  const signed = `${id}.${timestamp}.${body}`;
  const expected = await hmacBase64(key, signed);
  const shown = `v1,${expected.slice(0, 8)}…`;
  const signatures = given.split(" ");
  if (signatures.includes(`v1,${expected}`)) return [right(title, "Valid by Standard Webhooks.", shown)];
  if (signatures.includes(`v1,${await hmacBase64(secret, signed)}`)) {
    return [
      wrong(title, "Found it: the whole whsec_ text was used as the key; here the key is the bytes it encodes.", shown),
    ];
  }
  return [wrong(title, LOST, shown)];
}
