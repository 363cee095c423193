import { say } from "../run.mjs";
import { CpuBill } from "./cpu-bill.mjs";

const MANY = 10;

export class TestTimes {
  #started = performance.now();
  #bill = new CpuBill().start();
  #phases = [];

  async measure(phase, work) {
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#phases.push({ phase, ms: performance.now() - started });
    }
  }

  report(files, { isWhole }) {
    const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, isWhole ? files.length : MANY);
    if (slowest.length > 0)
      say(isWhole ? "\nTime by file, and processor time of server tests in it:" : "\nSlowest files:");
    for (const { file, ms, cpuMs } of slowest) say(`${seconds(ms)}  ${cpuMs ? `${seconds(cpuMs)}  ` : ""}${file}`);
    say("\nTime by phase (building and static checks run beside server tests):");
    for (const { phase, ms } of this.#phases) say(`${seconds(ms)}  ${phase}`);
    say(`${seconds(performance.now() - this.#started)}  in all`);
    const bill = [...this.#bill.stop()].map(([kind, s]) => `${kind} ${Math.round(s)}`);
    if (bill.length > 0)
      say(`Processor seconds: ${bill.join(", ")} (runner: Node with the tests, builds, and checks).`);
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}
