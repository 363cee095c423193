import { type ChildProcess, spawnSync } from "node:child_process";
import { join } from "node:path";
import { endProgram, startProgram } from "./started";

export class RedisServer {
  #child: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly folder: string,
  ) {
    this.#child = this.#spawn();
  }

  /** Null if `redis-server` isn't installed. */
  static start(port: number, folder: string): RedisServer | null {
    if (spawnSync("redis-server", ["--version"]).status !== 0) return null;
    return new RedisServer(port, folder);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async kill(): Promise<void> {
    await endProgram(this.#child, "SIGKILL");
  }

  startAgain(): void {
    this.#child = this.#spawn();
  }

  #spawn(): ChildProcess {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    const logFile = join(this.folder, "redis.log");
    return startProgram({ command: "redis-server", args, logFile, cwd: this.folder, env: process.env });
  }
}
