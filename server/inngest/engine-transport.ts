import { processSingleton } from "@/server/platform/singleton";

type EventReceiver = (request: Request) => Promise<Response>;

const transport = processSingleton<{ receive: EventReceiver | null }>("engine-transport", () => ({ receive: null }));

/** A host name that never resolves (RFC 6761), in case a request leaves the process. */
export const ENGINE_URL = "http://engine.invalid/";

export function bindEngineTransport(receive: EventReceiver): void {
  transport.receive = receive;
}

/** The SDK's `fetch`: requests to the embedded engine stay in the process. */
export async function fetchFromEngine(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  if (!request.url.startsWith(ENGINE_URL)) return await fetch(request);
  if (!transport.receive) throw new Error("the embedded engine does not run in this process");
  return await transport.receive(request);
}
