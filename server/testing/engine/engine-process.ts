/** A separate process with an app and an embedded engine, for tests that kill it. Works on DATABASE_URL. */
import { Engine } from "@/server/inngest/local/engine";
import { createTestInngest, serveFunctions, TEST_SIGNING_KEY } from "./engine";

const inngest = createTestInngest("killed");

const nap = inngest.createFunction({ id: "nap", triggers: [{ event: "killed/nap" }] }, async ({ step }) => {
  await step.run("before", () => process.pid);
  await step.sleepUntil("nap", new Date(Date.now() + 3_000));
  return await step.run("after", () => process.pid);
});

const work = inngest.createFunction(
  { id: "work", triggers: [{ event: "killed/work" }], retries: 1 },
  async ({ step, attempt }) => {
    return await step.run("deadly", async () => {
      if (process.env.IS_HANGING === "1") await new Promise(() => undefined);
      return { attempt, pid: process.pid };
    });
  },
);

const { appUrl } = await serveFunctions(inngest, [nap, work]);
const fail = (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
};
new Engine({ appUrl, signingKey: TEST_SIGNING_KEY, onRefused: fail }).start();
