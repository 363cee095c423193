/** A separate process that serves the API on DATABASE_URL, prints its port, and kills itself after KILLED_AFTER responses. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ROUTES } from "@/server/api/host";
import { nodeHost } from "@/server/api/hosts/node";

let left = Number(process.env.KILLED_AFTER);
const serve = nodeHost(ROUTES);
const server = createServer(async (request, response) => {
  await serve(request, response);
  left -= 1;
  if (left === 0) process.kill(process.pid, "SIGKILL");
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});
