import { processSingleton } from "@/server/platform/singleton";

/** Takes the event API's requests in this process: no address for events is open to the network. */
type EventReceiver = (request: Request) => Promise<Response>;

const transport = processSingleton<{ receive: EventReceiver | null }>("engine-transport", () => ({ receive: null }));

/** A host name that can't be resolved (RFC 6761): should a request ever leave, it arrives nowhere. */
export const ENGINE_URL = "http://engine.invalid/";

/** Bound once, by the composition root that starts the embedded engine. */
export function bindEngineTransport(receive: EventReceiver): void {
  transport.receive = receive;
}

/** `fetch` of the SDK: what it sends to the embedded engine stays in the process. */
export async function fetchFromEngine(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!request.url.startsWith(ENGINE_URL)) return await fetch(request);
  if (!transport.receive) throw new Error("the embedded engine does not run in this process");
  return await transport.receive(request);
}
