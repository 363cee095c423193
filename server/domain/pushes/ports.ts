import { processSingleton } from "@/server/platform/singleton";

interface OutgoingPush {
  readonly deviceId: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** `status` is null if there was no response. */
export interface PushResult {
  readonly status: number | null;
  readonly error: string | null;
}

/** Never throws because of the other side. Browsers choose the addresses. */
export interface PushSender {
  /** Why we can't send to this address, for the user; null if we can. */
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
