import type { SendHandle } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import {
  COUNTS_TOGETHER,
  IS_FIRST,
  IS_FRONT,
  PLANE,
  PLANES,
  type Plane,
  SETTINGS,
  SOCKETS,
} from "@/server/platform/planes";
import type { StartSettings } from "../settings";
import type { Shutdown } from "../shutdown";
import { gatherMetrics, planeIsDown, planeIsUp, planeIsWanted } from "./metrics-of-all";
import { ALIVE_EVERY_MS, PORT_HELD, readFromPlane, STOP } from "./plane";

const READY_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 4_500;
/** Avoids a tight loop if a plane can't run at all. */
const AGAIN_AFTER_MS = 1_000;
/** Seconds in which a process that runs says nothing. The longest pause of a busy one is a fraction of it. */
const HUNG_AFTER = 10;

/** A listening socket of Node's own kind, which has no type. */
interface Port {
  close(): void;
  unref(): void;
}

interface Post {
  readonly plane: Plane;
  readonly isFront: boolean;
  readonly isFirst: boolean;
}

/**
 * Starts a process for each plane and restarts any that ends by itself, unnoticed by the others. The first prepares the
 * database; the others start once it answers. The plane that owns the port forwards requests to the others.
 */
export class Planes {
  readonly #settings: StartSettings;
  readonly #shutdown: Shutdown;
  readonly #workers = new Map<Post, Worker>();
  readonly #sockets = mkdtempSync(join(tmpdir(), "closed-loop-"));
  readonly #endsWithinMs: number;
  #isStopping = false;
  /** The socket of the process at the port. It stays open here, so that connections wait while that process is replaced. */
  #port: Port | null = null;

  constructor(settings: StartSettings, shutdown: Shutdown) {
    this.#settings = settings;
    this.#shutdown = shutdown;
    this.#endsWithinMs = ENDS_WITHIN_MS + settings.drainDelaySeconds * 1_000;
    if (settings.workers > 1) new RateLimiterClusterMaster();
    gatherMetrics((worker) => this.#planeOf(worker));
  }

  async start(): Promise<{ readonly isSandboxSeeded: boolean }> {
    this.#shutdown.add({
      stop: () => this.#stop(),
      withinMs: this.#endsWithinMs + ENDS_WITHIN_MS + 500,
      kill: () => {
        for (const worker of this.#workers.values()) worker.process.kill("SIGKILL");
        rmSync(this.#sockets, { recursive: true, force: true });
      },
    });
    for (const { plane } of this.#posts()) planeIsWanted(plane);
    const [first, ...others] = this.#posts();
    if (!first) throw new Error("no plane is to be started");
    const prepared = await this.#begin(first);
    // It serves callers now, so a stop must let it drain even if the others aren't ready.
    this.#shutdown.started();
    await Promise.all(others.map((post) => this.#begin(post)));
    return prepared;
  }

  #posts(): readonly Post[] {
    const { planes, workers } = this.#settings;
    const front = (["payments", "pages", "work"] as const).find((plane) => planes.includes(plane));
    return PLANES.filter((plane) => planes.includes(plane))
      .flatMap((plane) => Array.from({ length: plane === "payments" ? workers : 1 }, () => plane))
      .map((plane, index) => ({ plane, isFront: plane === front, isFirst: index === 0 }));
  }

  #begin(post: Post): Promise<{ readonly isSandboxSeeded: boolean }> {
    const { plane, isFront, isFirst } = post;
    cluster.setupPrimary({ execArgv: nodeFlagsOf(plane) });
    const worker = cluster.fork({
      [PLANE]: plane,
      // Passed on, because the embedded database has changed the environment since they were read.
      [SETTINGS]: JSON.stringify(this.#settings),
      [SOCKETS]: this.#sockets,
      [IS_FRONT]: isFront ? "1" : "",
      [IS_FIRST]: isFirst ? "1" : "",
      [COUNTS_TOGETHER]: plane === "payments" && this.#settings.workers > 1 ? "1" : "",
    });
    this.#workers.set(post, worker);
    return new Promise((resolve, reject) => {
      let isReady = false;
      const timer = setTimeout(() => {
        reject(new Error(`the ${plane} process does not answer`));
        worker.process.kill("SIGKILL");
      }, READY_WITHIN_MS);
      let stopWatching: (() => void) | null = null;
      worker.on("message", (sent: unknown, socket: unknown) => {
        const message = readFromPlane(sent);
        if (message?.closedLoop === "failed") this.#shutdown.fail(message.reason);
        if (message?.closedLoop === "asks for port") worker.send(PORT_HELD, this.#port as unknown as SendHandle);
        if (message?.closedLoop === "listens") this.#holdPort(socket as Port);
        if (message?.closedLoop !== "ready") return;
        isReady = true;
        planeIsUp(plane);
        clearTimeout(timer);
        if (!this.#settings.isDevelopment) stopWatching = endIfItHangs(worker, plane);
        resolve(message);
      });
      worker.once("exit", async (code, signal) => {
        clearTimeout(timer);
        stopWatching?.();
        if (!isReady) return reject(new PlaneEndedError(plane));
        planeIsDown(plane, { isExpected: this.#isStopping });
        if (this.#isStopping) return;
        process.stderr.write(`The ${plane} process ended with ${signal ?? code} and is started again.\n`);
        await this.#again(post);
      });
    });
  }

  #holdPort(port: Port): void {
    this.#port?.close();
    this.#port = port;
    port.unref();
    if (this.#isStopping) port.close();
  }

  #planeOf(worker: Worker): Plane | null {
    for (const [post, other] of this.#workers) if (other === worker) return post.plane;
    return null;
  }

  /** Retries until it is ready or everything stops, since what it depends on may come back. */
  async #again(post: Post): Promise<void> {
    while (!this.#isStopping) {
      await sleep(AGAIN_AFTER_MS);
      if (this.#isStopping) return;
      const isUp = await this.#begin(post).then(
        () => true,
        () => false,
      );
      if (isUp) return;
    }
  }

  /** Stops the front plane first, while the others still answer its forwarded requests. */
  async #stop(): Promise<void> {
    this.#isStopping = true;
    // Whoever listens goes on until it ends; nobody comes after it.
    this.#port?.close();
    for (const stopsFront of [true, false]) {
      const posts = [...this.#workers].filter(([{ isFront }]) => isFront === stopsFront);
      await Promise.all(posts.map(([, worker]) => endPlane(worker, this.#endsWithinMs)));
    }
    rmSync(this.#sockets, { recursive: true, force: true });
  }
}

/**
 * Ends a process whose event loop stands still, so that another takes its place. Counts its own turns rather than time: after
 * the whole machine stood still, nothing hangs. A debugger stops a process for as long as it likes, so not in development.
 */
function endIfItHangs(worker: Worker, plane: Plane): () => void {
  let missed = 0;
  worker.on("message", (sent: unknown) => {
    if (readFromPlane(sent)?.closedLoop === "alive") missed = 0;
  });
  const timer = setInterval(() => {
    missed += 1;
    if (missed < HUNG_AFTER) return;
    clearInterval(timer);
    process.stderr.write(`The ${plane} process hangs and is ended.\n`);
    worker.process.kill("SIGKILL");
  }, ALIVE_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Payments allocate many short-lived objects and need a large young generation; other planes leave the memory to the machine.
 */
function nodeFlagsOf(plane: Plane): string[] {
  if (plane === "payments") return process.execArgv;
  return [...process.execArgv.filter((flag) => !flag.startsWith("--max-semi-space-size")), "--max-semi-space-size=8"];
}

export class PlaneEndedError extends Error {
  override readonly name = "PlaneEndedError";

  constructor(plane: Plane) {
    super(`the ${plane} process ended before it answered`);
  }
}

async function endPlane(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.send(STOP, () => undefined);
  const isLate = await Promise.race([ended.then(() => false), sleep(withinMs, true, { ref: false })]);
  if (isLate) worker.process.kill("SIGKILL");
  await ended;
}
