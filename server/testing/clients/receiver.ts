import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { after } from "node:test";
import { closeServer, listen } from "../listen";

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  answerWith(answer: number | Answer): void;
}

/** Allows `http://localhost` from here on. Tests have no connection that shows that they run on this machine. */
export function allowLocalhost(): void {
  process.env.PUBLIC_URL = "http://localhost:3000";
  process.env.WEBHOOK_ALLOW_LOCALHOST = "1";
}

/** A receiver on this machine, for as long as the test file runs. Answers 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: Answer = (response) => response.end("ok");
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const one = { headers: request.headers, body, at: performance.now() };
      received.push(one);
      answer(response, one);
    });
  });
  const port = await listen(server);
  after(() => closeServer(server));
  return {
    url: `http://localhost:${port}/hooks`,
    received,
    answerWith: (next) => {
      answer = typeof next === "number" ? (response) => response.writeHead(next).end(`answer ${next}`) : next;
    },
  };
}
