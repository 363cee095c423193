import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import process from "node:process";

/**
 * With TEST_SLOW=1 runs the work as on a slow machine, which provokes races: a busy process beside each processor halves it,
 * and timers are late in every Node process. Browser tests make requests of pages late (`e2e/fixtures/test.ts`).
 */
export async function onSlowMachine(work) {
  if (process.env.TEST_SLOW !== "1") return work();
  const lateTimers = new URL("late-timers.mjs", import.meta.url).href;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import=${lateTimers}`;
  const busy = Array.from({ length: availableParallelism() }, () =>
    // Ends with this process, whose end closes the channel.
    spawn(
      process.execPath,
      ["-e", "process.on('disconnect', process.exit);(function run(){for(let i=0;i<1e8;i++);setImmediate(run)})()"],
      {
        env: { PATH: process.env.PATH },
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      },
    ),
  );
  try {
    return await work();
  } finally {
    for (const child of busy) child.kill();
  }
}
