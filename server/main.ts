/**
 * Composition root of `npm start` and `npm run dev`: settings, the database, and a process for each plane. Those processes
 * start here as well and run their plane.
 */

import { describeStart, printStillStarting } from "./boot/banner";
import { openDatabase } from "./boot/database/open-database";
import { isStop } from "./boot/planes/plane";
import { runPlane } from "./boot/planes/run-plane";
import { PlaneEndedError, Planes } from "./boot/planes/start-planes";
import { printStartError } from "./boot/run-program";
import { localAddress, readPassedSettings, readStartSettings } from "./boot/settings";
import { Shutdown, StoppedWhileStarting } from "./boot/shutdown";
import { findPlane } from "./platform/planes";

const plane = findPlane();

async function start(shutdown: Shutdown): Promise<void> {
  if (plane) return await runPlane(plane, readPassedSettings(), shutdown);
  const settings = readStartSettings();
  const { isThrowaway } = settings;
  const stopSaying = isThrowaway ? () => undefined : printStillStarting();
  const database = await openDatabase(settings, shutdown);
  shutdown.check();
  const planes = new Planes(settings, shutdown);
  const { isSandboxSeeded } = await planes.start();
  shutdown.check();
  stopSaying();
  if (isThrowaway) return;
  const isInngestConfigured = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"].some(
    (name) => process.env[name],
  );
  const functions = isInngestConfigured ? "Inngest, as INNGEST_* say" : "the embedded engine";
  const banner = describeStart({ address: localAddress(settings), isSandboxSeeded, database, functions });
  process.stdout.write(`${banner}\n`);
}

const shutdown = new Shutdown();
if (plane) shutdown.obey(isStop);
else shutdown.listen();
try {
  await start(shutdown);
} catch (error) {
  await shutdown.run();
  if (error instanceof StoppedWhileStarting) process.exit(0);
  // The plane has already printed the reason.
  if (!(error instanceof PlaneEndedError)) printStartError(error);
  process.exit(1);
}
