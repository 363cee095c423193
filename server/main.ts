/**
 * Composition root of `npm start` and `npm run dev`: settings, the database, and a process for each plane. Each of those
 * begins here as well, and runs its plane.
 */
import { findPlane } from "./platform/planes";
import { describeStart, sayStillStarting } from "./startup/banner";
import { openDatabase } from "./startup/database/open-database";
import { changeOverOnRequest } from "./startup/planes/change-over";
import { readStop } from "./startup/planes/plane";
import { runPlane } from "./startup/planes/run-plane";
import { PlaneEndedError, Planes } from "./startup/planes/start-planes";
import { sayWhyItFailed } from "./startup/run-program";
import { localAddress, readPassedSettings, readStartSettings } from "./startup/settings";
import { Shutdown, StoppedWhileStarting } from "./startup/shutdown";

const plane = findPlane();

async function start(shutdown: Shutdown): Promise<void> {
  if (plane) return await runPlane(plane, readPassedSettings(), shutdown);
  const settings = readStartSettings();
  const { isThrowaway } = settings;
  const stopSaying = isThrowaway ? () => undefined : sayStillStarting();
  const { says, ownerUrl } = await openDatabase(settings, shutdown);
  shutdown.check();
  const planes = new Planes(settings, shutdown);
  const { isSandboxSeeded } = await planes.start();
  shutdown.check();
  changeOverOnRequest(planes, ownerUrl);
  stopSaying();
  // No one reads a banner between the lines of a test run.
  if (isThrowaway) return;
  const isInngestConfigured = ["INNGEST_BASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"].some(
    (name) => process.env[name],
  );
  const functions = isInngestConfigured ? "Inngest, as INNGEST_* say" : "the embedded engine";
  const banner = describeStart({ address: localAddress(settings), isSandboxSeeded, database: says, functions });
  process.stdout.write(`${banner}\n`);
}

const shutdown = new Shutdown();
if (plane) shutdown.obey(readStop);
else shutdown.listen();
try {
  await start(shutdown);
} catch (error) {
  await shutdown.run();
  if (error instanceof StoppedWhileStarting) process.exit(0);
  // A plane has said it itself.
  if (!(error instanceof PlaneEndedError)) sayWhyItFailed(error);
  process.exit(1);
}
