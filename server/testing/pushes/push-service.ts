import { createPublicKey, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { after } from "node:test";
import { bindPushSender } from "@/server/domain/pushes";
import { createPushSender } from "@/server/outbound/push-sender";
import { allowLocalhost } from "../clients/receiver";
import { closeServer, listen } from "../listen";
import { newBrowser, type TestBrowser } from "./test-browser";

export interface TakenPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface PushService {
  readonly origin: string;
  readonly taken: TakenPush[];
  answerWith(status: number): void;
  subscribe(): TestBrowser;
}

/** The real sender with a DNS that resolves nothing, so that only localhost can be reached. */
export function bindTestPushSender(): void {
  bindPushSender(createPushSender({ resolve: async () => [], timeoutMs: 5_000 }));
}

export async function startPushService(): Promise<PushService> {
  allowLocalhost();
  bindTestPushSender();
  const taken: TakenPush[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    taken.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status, { location: "http://localhost:9/elsewhere" }).end();
  });
  const origin = `http://localhost:${await listen(server)}`;
  after(() => closeServer(server));
  return {
    origin,
    taken,
    answerWith: (next) => {
      status = next;
    },
    subscribe: () => newBrowser(`${origin}/push/${randomBytes(12).toString("hex")}`),
  };
}

/** The VAPID claims if the signature is valid for the key; otherwise null. */
export function readVapid({
  headers,
}: TakenPush): { readonly key: string; readonly claims: { readonly aud: string; readonly exp: number } } | null {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.toString("base64url", 1, 33), point.toString("base64url", 33)];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  return isRight ? { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) } : null;
}
