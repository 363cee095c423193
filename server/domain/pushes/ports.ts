import { processSingleton } from "@/server/platform/singleton";

/** A push, encrypted for its device. */
interface OutgoingPush {
  readonly deviceId: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What the push service answered: its status, or null where there was none, and what went wrong. */
export interface PushResult {
  readonly status: number | null;
  readonly error: string | null;
}

/** The way to push services, whose addresses browsers name. Throws nothing that the other side could cause. */
export interface PushSender {
  /** Why an address can't be one, for the person; null where it can. */
  refuseUrl(url: string): Promise<string | null>;
  send(push: OutgoingPush): Promise<PushResult>;
}

const bound = processSingleton<{ sender: PushSender | null }>("push-ports", () => ({ sender: null }));

/** For composition roots: the domain doesn't know HTTP. */
export function bindPushSender(sender: PushSender): void {
  bound.sender = sender;
}

export function pushSender(): PushSender {
  if (!bound.sender) throw new Error("no push sender is bound");
  return bound.sender;
}
