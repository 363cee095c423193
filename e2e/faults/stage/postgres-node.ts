import { type ChildProcess, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries } from "@/server/db/embedded/binaries";
import { databaseProcessEnv } from "@/server/db/embedded/cluster";
import { getPostgresUser, isRoot } from "@/server/db/embedded/os-user";
import { childrenOf, endProgram, isRunning, signalProcess, startProgram } from "./started";

const STARTS_WITHIN_MS = 60_000;
const POLL_MS = 50;
const PASSWORD = "faults";
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "max_connections=60",
  // Fits on a disk of a few hundred megabytes.
  ...["max_wal_size=128MB", "min_wal_size=64MB", "max_slot_wal_keep_size=256MB"],
  // Reconnect quickly after a cut.
  ...["wal_retrieve_retry_interval=100ms", "wal_sender_timeout=5s", "wal_receiver_timeout=5s"],
  ...["timezone=UTC", "log_timezone=UTC", "log_checkpoints=off"],
];

/** A PostgreSQL with full durability that can be killed and restarted. */
export class PostgresNode {
  #child: ChildProcess | null = null;
  readonly #binaries: Binaries;
  readonly #user = isRoot() ? getPostgresUser() : null;

  constructor(
    readonly name: string,
    /** Its data folder, which holds nothing else. */
    readonly data: string,
    readonly port: number,
    private readonly logFile: string,
  ) {
    this.#binaries = findBinaries(this.#user);
  }

  initialise(): void {
    mkdirSync(this.data, { recursive: true, mode: 0o700 });
    if (this.#user) chownSync(this.data, this.#user.uid, this.#user.gid);
    const passwordFile = `${this.data}.password`;
    writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
    const args = ["--username=postgres", "--auth=scram-sha-256", "--set=scram_iterations=1", "--encoding=UTF8"];
    const { status, stderr } = spawnSync(
      this.#binaries.initdb,
      [`--pgdata=${this.data}`, `--pwfile=${passwordFile}`, "--no-instructions", "--locale=C", ...args],
      { ...this.#user, cwd: "/", env: databaseProcessEnv, encoding: "utf8" },
    );
    rmSync(passwordFile);
    if (status !== 0) throw new Error(`initdb: ${stderr}`);
  }

  url(database: string, port = this.port): string {
    return `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;
  }

  /** For its standby. */
  get connectionInfo(): string {
    return `host=127.0.0.1 port=${this.port} user=postgres password=${PASSWORD}`;
  }

  isRunning(): boolean {
    return isRunning(this.#child);
  }

  /** Resolves when it accepts connections. Retries if processes of the previous run are still ending. */
  async start(): Promise<void> {
    const deadline = performance.now() + STARTS_WITHIN_MS;
    while (performance.now() < deadline) {
      if (!this.isRunning()) this.#spawn();
      if (await this.answers()) return;
      await sleep(POLL_MS);
    }
    throw new Error(`${this.name} does not start: see ${this.logFile}`);
  }

  async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url("postgres"), connectionTimeoutMillis: 2_000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Uses its own connection, past the relays. */
  async query<Row extends object>(
    text: string,
    database = "postgres",
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database), query_timeout: 60_000 });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  async end(signal: "SIGKILL" | "SIGINT"): Promise<void> {
    await endProgram(this.#child, signal);
  }

  signalAll(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (!this.isRunning() || !pid) return;
    for (const each of [pid, ...childrenOf(pid)]) signalProcess(each, signal);
  }

  #spawn(): void {
    this.#child = startProgram({
      command: this.#binaries.postgres,
      args: ["-D", this.data, "-p", String(this.port), ...SETTINGS.flatMap((setting) => ["-c", setting])],
      logFile: this.logFile,
      cwd: "/",
      env: databaseProcessEnv,
      ...this.#user,
    });
  }
}
