import { say } from "../run.mjs";

const MANY = 10;

export class TestTimes {
  #started = performance.now();
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
    if (slowest.length > 0) say(isWhole ? "\nTime by file:" : "\nSlowest files (all of them with --times):");
    for (const { file, ms } of slowest) say(`${seconds(ms)}  ${file}`);
    say("\nTime by phase (building and static checks run beside server tests):");
    for (const { phase, ms } of this.#phases) say(`${seconds(ms)}  ${phase}`);
    say(`${seconds(performance.now() - this.#started)}  in all`);
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`.padStart(9);
}
