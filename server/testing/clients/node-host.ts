import { createServer } from "node:http";
import { after, before } from "node:test";
import { ROUTES } from "@/server/api/host";
import { nodeHost } from "@/server/api/hosts/node";
import { getEnv } from "@/server/platform/env";
import { closeServer, listen } from "../listen";

/**
 * The fast host on its own port, for as long as the test file runs, with at most `most` concurrent requests. Returns its
 * origin.
 */
export function withNodeHost(most: number): () => string {
  const handle = nodeHost(ROUTES);
  const server = createServer((request, response) => void handle(request, response));
  let origin = "";
  before(async () => {
    Object.assign(getEnv(), { MAX_REQUESTS: most });
    origin = `http://127.0.0.1:${await listen(server)}`;
  });
  after(() => closeServer(server));
  return () => origin;
}
