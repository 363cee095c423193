/** A start of the planes that `ROLE` names, on the database of the test. Prints the process id of each plane that serves. */
import cluster from "node:cluster";
import { isStop, readFromPlane } from "@/server/boot/planes/plane";
import { runPlane } from "@/server/boot/planes/run-plane";
import { Planes } from "@/server/boot/planes/start-planes";
import { readPassedSettings, readStartSettings } from "@/server/boot/settings";
import { Shutdown } from "@/server/boot/shutdown";
import { findPlane } from "@/server/platform/planes";

const plane = findPlane();
const shutdown = new Shutdown();
if (plane) {
  shutdown.obey(isStop);
  await runPlane(plane, readPassedSettings(), shutdown);
} else {
  shutdown.listen();
  cluster.on("message", ({ process: { pid } }, message) => {
    if (readFromPlane(message)?.closedLoop === "ready") process.stdout.write(`${pid}\n`);
  });
  await new Planes(readStartSettings(), shutdown).start();
}
