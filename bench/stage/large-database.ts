import { once } from "node:events";
import { join } from "node:path";
import { startChild, typeScript } from "./child";
import type { BenchDatabase } from "./database";

type Environment = BenchDatabase["env"];

/**
 * A second database with past payments. Child processes seed and prove it, because this process's pool belongs to the first.
 */
export class LargeDatabase {
  private constructor(
    readonly env: Environment,
    private readonly folder: string,
  ) {}

  static async make(database: BenchDatabase, folder: string, past: number): Promise<LargeDatabase> {
    const env = { ...(await database.another("large")), BENCH_WORLD: join(folder, "large.json") };
    const large = new LargeDatabase(env, folder);
    if (!(await large.#run("seed", String(past)))) throw new Error("the large database could not be seeded");
    return large;
  }

  isProven(): Promise<boolean> {
    return this.#run("prove");
  }

  async #run(...args: readonly string[]): Promise<boolean> {
    const program = [...typeScript("bench/stage/large-database-process.ts"), ...args];
    const [code] = await once(
      startChild(program, { ...this.env, LOG_LEVEL: "error" }, join(this.folder, "large.log")),
      "exit",
    );
    return code === 0;
  }
}
