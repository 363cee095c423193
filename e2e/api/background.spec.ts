import { test } from "../fixtures/next-host";
import { expect } from "../fixtures/test";

for (const method of ["GET", "PUT", "POST"]) {
  test(`neither host lets a stranger ${method} the functions`, { tag: "@journey" }, async ({ nextHost, baseURL }) => {
    for (const host of [nextHost, baseURL ?? ""]) {
      const url = new URL("/api/inngest?fnId=closed-loop-expire-holds&stepId=step", host);
      const reply = await fetch(url, { method, ...(method === "GET" ? {} : { body: "{}" }) });
      expect([reply.status, await reply.json()]).toEqual([401, { message: "Unauthorized" }]);
    }
  });
}
