import { getLogger } from "@/server/platform/logger";

/** Writes one log line and ends as asked: `exit`, `throw`, or not until killed. */
const [, , ending] = process.argv;
getLogger().info("the last line");
if (ending === "exit") process.exit(3);
if (ending === "throw") throw new Error("nothing catches this");
setInterval(() => undefined, 60_000);
