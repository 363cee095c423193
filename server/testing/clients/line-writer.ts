import { getLogger } from "@/server/platform/logger";

/** Writes one line to the log and ends as it is told to: `exit`, `throw`, or not until it is killed. */
const [, , ending] = process.argv;
getLogger().info("the last line");
if (ending === "exit") process.exit(3);
if (ending === "throw") throw new Error("nothing catches this");
setInterval(() => undefined, 60_000);
