import { AuthenticationError, ClosedLoopError } from "../index.ts";
import { deliver, type Receiver } from "./deliver.ts";
import { clientOf, type Profile } from "./profiles.ts";

export interface Check {
  readonly check: "service" | "clock" | "keys" | "signature" | "receiver" | "forgery";
  readonly isWell: boolean;
  readonly says: string;
}

const MOST_DRIFT_SECONDS = 300;

/** Each check says what to do if it fails; later ones run all the same, unless the service can’t be reached. */
export async function* examine(profile: Profile, receiver: Receiver | undefined): AsyncGenerator<Check> {
  const asked = Date.now();
  const health = await fetch(new URL("/v1/health", profile.baseUrl), { signal: AbortSignal.timeout(10_000) }).catch(
    () => null,
  );
  if (!health?.ok) {
    const why = health ? `answers ${health.status}` : "doesn’t answer";
    yield { check: "service", isWell: false, says: `${profile.baseUrl} ${why}.` };
    return;
  }
  yield { check: "service", isWell: true, says: `${profile.baseUrl} answers.` };
  yield checkClock(health.headers.get("date"), (asked + Date.now()) / 2);
  yield await checkKeys(profile, false);
  yield await checkKeys(profile, true);
  if (receiver) yield* checkReceiver(receiver);
}

function checkClock(date: string | null, here: number): Check {
  const drift = Math.round((here - Date.parse(date ?? "")) / 1_000);
  if (Number.isNaN(drift)) return { check: "clock", isWell: false, says: "The service doesn’t say what time it is." };
  const isWell = Math.abs(drift) < MOST_DRIFT_SECONDS;
  const off = `This clock is ${Math.abs(drift)} seconds ${drift < 0 ? "behind" : "ahead"}.`;
  return {
    check: "clock",
    isWell,
    says: isWell ? off : `${off} Signatures are refused from ${MOST_DRIFT_SECONDS} seconds on: set it by NTP.`,
  };
}

async function checkKeys(profile: Profile, signs: boolean): Promise<Check> {
  const check = signs ? "signature" : "keys";
  const loop = clientOf(profile, { signs });
  const needsSignature = (error: unknown) =>
    error instanceof AuthenticationError && error.code === "signature_required";
  try {
    if (profile.apiKey === undefined) {
      await loop.listTransactions({ limit: 1 });
      return { check, isWell: true, says: signs ? "A signed request is taken." : "The merchant’s key is taken." };
    }
    const { title, environment, requireSignature } = await loop.getTenantIdentity();
    const says = signs
      ? `A signed request is taken; this key ${requireSignature ? "needs" : "doesn’t need"} it.`
      : `${title}, ${environment}.`;
    return { check, isWell: true, says };
  } catch (error) {
    if (!signs && needsSignature(error))
      return { check, isWell: true, says: "The key is taken, and needs signed requests." };
    if (!(error instanceof ClosedLoopError)) throw error;
    return { check, isWell: false, says: error.message };
  }
}

const SAMPLE = { event: "authorization.approved", test: true, environment: "test", sequence: 1 };

async function* checkReceiver(receiver: Receiver): AsyncGenerator<Check> {
  const id = "closedLoopDoctor1";
  const payload = { ...SAMPLE, eventId: id, createdAt: new Date().toISOString() };
  const event = { id, type: SAMPLE.event, sequence: 1, payload } as Parameters<typeof deliver>[0];
  const genuine = await deliver(event, receiver);
  const answer = ({ status }: typeof genuine) => (status === null ? "doesn’t answer" : `answers ${status}`);
  yield {
    check: "receiver",
    isWell: genuine.isAccepted,
    says: genuine.isAccepted
      ? `The receiver takes a signed sample in ${genuine.ms} ms.`
      : `The receiver ${answer(genuine)} to a signed sample: does it verify with the secret that closed-loop listen shows?`,
  };
  const forged = await deliver(event, { ...receiver, secret: `whsec_${Buffer.from("forged").toString("base64")}` });
  const isRefused = forged.status !== null && !forged.isAccepted;
  yield {
    check: "forgery",
    isWell: isRefused,
    says: isRefused
      ? "The receiver refuses a forged signature."
      : `The receiver ${answer(forged)} to a forged signature: verify before you trust the body.`,
  };
}
