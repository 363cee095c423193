/** Two processes that count, one of which prints the metrics of both, and again while the other is stopped. */
import cluster from "node:cluster";
import { once } from "node:events";
import { writeMetrics } from "@/server/api/metrics/metrics";
import { gatherMetrics, planeIsWanted, shareMetrics } from "@/server/boot/planes/metrics-of-all";
import { metrics } from "@/server/platform/metrics";

const operation = "counted";

if (cluster.isPrimary) {
  planeIsWanted("payments");
  planeIsWanted("work");
  gatherMetrics((worker) => (worker === first ? "payments" : "work"));
  const [first, second] = [cluster.fork({ COUNTED: "2" }), cluster.fork({ COUNTED: "3" })];
  await Promise.all([first, second].map((worker) => once(worker, "message")));
  first.send("write");
  const pages: string[] = [];
  const hear = (message: unknown) => {
    if (typeof message !== "string") return;
    pages.push(message);
    if (pages.length === 1) {
      second.process.kill("SIGSTOP");
      first.send("write");
      return;
    }
    second.process.kill("SIGKILL");
    process.stdout.write(JSON.stringify(pages), () => process.exit(0));
  };
  first.on("message", hear);
} else {
  shareMetrics();
  metrics().requests.inc({ operation, status: 200, error: "" }, Number(process.env.COUNTED));
  process.on("message", async (message) => {
    if (message === "write") process.send?.(await writeMetrics());
  });
  process.send?.({ isReady: true });
}
