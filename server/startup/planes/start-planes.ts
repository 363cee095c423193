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
import { readFromPlane, STOP } from "./plane";

const READY_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 4_500;
/** A plane that can't run at all must not be started again and again without a pause. */
const AGAIN_AFTER_MS = 1_000;

/** One of the processes, by what it does; several of them may answer payments. */
interface Post {
  readonly plane: Plane;
  readonly isFront: boolean;
  readonly isFirst: boolean;
}

/**
 * Starts a process for each plane and keeps them running: one that ends by itself is started again, and the others don't
 * notice. The first prepares the database; the others begin when it answers. The plane that owns the port hands on to the
 * others what is theirs.
 */
export class Planes {
  readonly #settings: StartSettings;
  readonly #shutdown: Shutdown;
  readonly #sockets = mkdtempSync(join(tmpdir(), "closed-loop-"));
  readonly #workers = new Map<Post, Worker>();
  #isStopping = false;

  constructor(settings: StartSettings, shutdown: Shutdown) {
    this.#settings = settings;
    this.#shutdown = shutdown;
    if (settings.workers > 1) new RateLimiterClusterMaster();
    gatherMetrics();
  }

  /** Resolves once every plane answers, with whether the sandbox is seeded. */
  async start(): Promise<{ readonly isSandboxSeeded: boolean }> {
    const endsWithinMs = ENDS_WITHIN_MS + this.#settings.drainDelaySeconds * 1_000;
    this.#shutdown.add({
      stop: () => this.#stop(endsWithinMs),
      withinMs: endsWithinMs + ENDS_WITHIN_MS + 500,
      kill: () => {
        for (const worker of this.#workers.values()) worker.process.kill("SIGKILL");
        rmSync(this.#sockets, { recursive: true, force: true });
      },
    });
    const [first, ...others] = this.#posts();
    for (const { plane } of this.#posts()) planeIsWanted(plane);
    if (!first) throw new Error("no plane is to be started");
    const prepared = await this.#begin(first);
    // It answers callers: a stop lets it drain, however far the others are.
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
      // With an embedded database the environment has changed since they were read.
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
      worker.on("message", (sent: unknown) => {
        const message = readFromPlane(sent);
        if (message?.closedLoop === "failed") this.#shutdown.fail(message.reason);
        if (message?.closedLoop !== "ready") return;
        isReady = true;
        planeIsUp(plane);
        clearTimeout(timer);
        resolve(message);
      });
      worker.once("exit", async (code, signal) => {
        clearTimeout(timer);
        if (!isReady) return reject(new PlaneEndedError(plane));
        planeIsDown(plane, { isExpected: this.#isStopping });
        if (this.#isStopping) return;
        process.stderr.write(`The ${plane} process ended with ${signal ?? code} and is started again.\n`);
        await this.#again(post);
      });
    });
  }

  /** Until it is ready or all stop: what it can't do without may come back. */
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

  /** What answers at the port first, while the others still answer what it hands on. */
  async #stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    const posts = [...this.#workers];
    const end = (isFront: boolean) =>
      Promise.all(posts.filter(([post]) => post.isFront === isFront).map(([, worker]) => endPlane(worker, withinMs)));
    await end(true);
    await end(false);
    rmSync(this.#sockets, { recursive: true, force: true });
  }
}

/** Payments make short-lived objects at a rate that wants room; the other planes leave it to the rest of the machine. */
function nodeFlagsOf(plane: Plane): string[] {
  if (plane === "payments") return process.execArgv;
  return [...process.execArgv.filter((flag) => !flag.startsWith("--max-semi-space-size")), "--max-semi-space-size=8"];
}

/** It said why on standard error. */
export class PlaneEndedError extends Error {
  override readonly name = "PlaneEndedError";

  constructor(plane: Plane) {
    super(`the ${plane} process ended before it answered`);
  }
}

/** It drains, and what hangs is cut. */
async function endPlane(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.send(STOP, () => undefined);
  const isLate = await Promise.race([ended.then(() => false), sleep(withinMs, true, { ref: false })]);
  if (isLate) worker.process.kill("SIGKILL");
  await ended;
}
