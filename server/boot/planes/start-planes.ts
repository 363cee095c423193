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
import { readFromPlane, toStop } from "./plane";

const BUILD = "CLOSED_LOOP_BUILD";
const OWN_BUILD = process.env[BUILD] ?? "";
const OWN_PROGRAM = process.argv[1] ?? "";

const READY_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 4_500;
/** A plane that can't run at all must not be started again and again without a pause. */
const AGAIN_AFTER_MS = 1_000;

/** A build’s programs, and the folder of the sockets by which its planes reach each other. */
interface Build {
  /** Relative to the checkout; empty: where this very program is. */
  readonly folder: string;
  readonly sockets: string;
}

/** One of the processes, by what it does; several of them may answer payments. */
interface Post {
  readonly build: Build;
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
  readonly #workers = new Map<Post, Worker>();
  #build: Build = { folder: process.env[BUILD] ?? "", sockets: makeSockets() };
  /** Processes that were told to end. */
  readonly #leaving = new Set<Post>();
  readonly #endsWithinMs: number;
  #isStopping = false;

  constructor(settings: StartSettings, shutdown: Shutdown) {
    this.#settings = settings;
    this.#shutdown = shutdown;
    this.#endsWithinMs = ENDS_WITHIN_MS + settings.drainDelaySeconds * 1_000;
    if (settings.workers > 1) new RateLimiterClusterMaster();
    // This process holds the port for those that answer at it, now and after a change of the build. A lone one accepts by itself.
    else cluster.schedulingPolicy = cluster.SCHED_NONE;
    gatherMetrics();
  }

  /** Resolves once every plane answers, with whether the sandbox is seeded. */
  async start(): Promise<{ readonly isSandboxSeeded: boolean }> {
    this.#shutdown.add({
      stop: () => this.#stop(),
      withinMs: this.#endsWithinMs + ENDS_WITHIN_MS + 500,
      kill: () => {
        for (const worker of this.#workers.values()) worker.process.kill("SIGKILL");
        rmSync(this.#build.sockets, { recursive: true, force: true });
      },
    });
    for (const { plane } of this.#posts(this.#build)) planeIsWanted(plane);
    const [first, ...others] = this.#posts(this.#build);
    if (!first) throw new Error("no plane is to be started");
    const prepared = await this.#begin(first);
    // It answers callers: a stop lets it drain, however far the others are.
    this.#shutdown.started();
    await Promise.all(others.map((post) => this.#begin(post)));
    return prepared;
  }

  /**
   * Starts all of them anew from another build, and ends those of before once every new one answers: at the port there is somebody
   * at any time. Rejects, with all as it was, where the new ones don't begin.
   */
  async changeOver(folder: string): Promise<void> {
    const before = this.#build;
    const of = (one: Build) => [...this.#workers].filter(([post]) => post.build === one);
    const build = { folder, sockets: makeSockets() };
    try {
      const posts = this.#posts(build);
      // The process at the port starts last, when the planes that it hands on to already answer.
      await Promise.all(posts.filter(({ isFront }) => !isFront).map((post) => this.#begin(post)));
      await Promise.all(posts.filter(({ isFront }) => isFront).map((post) => this.#begin(post)));
    } catch (error) {
      await this.#end(of(build), { isReplaced: true });
      throw error;
    }
    this.#build = build;
    await this.#end(of(before), { isReplaced: true });
    rmSync(before.sockets, { recursive: true, force: true });
  }

  #posts(build: Build): readonly Post[] {
    const { planes, workers } = this.#settings;
    const front = (["payments", "pages", "work"] as const).find((plane) => planes.includes(plane));
    return PLANES.filter((plane) => planes.includes(plane))
      .flatMap((plane) => Array.from({ length: plane === "payments" ? workers : 1 }, () => plane))
      .map((plane, index) => ({ build, plane, isFront: plane === front, isFirst: index === 0 }));
  }

  #begin(post: Post): Promise<{ readonly isSandboxSeeded: boolean }> {
    const { build, plane, isFront, isFirst } = post;
    const program =
      build.folder === OWN_BUILD ? OWN_PROGRAM : join(process.cwd(), build.folder, "closed-loop/main.mjs");
    cluster.setupPrimary({ exec: program, execArgv: nodeFlagsOf(plane) });
    const worker = cluster.fork({
      [PLANE]: plane,
      // With an embedded database the environment has changed since they were read.
      [SETTINGS]: JSON.stringify(this.#settings),
      [SOCKETS]: build.sockets,
      ...(build.folder ? { [BUILD]: build.folder } : {}),
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
        const isExpected = this.#isStopping || this.#leaving.has(post);
        this.#leaving.delete(post);
        planeIsDown(plane, { isExpected });
        if (isExpected) return;
        process.stderr.write(`The ${plane} process ended with ${signal ?? code} and is started again.\n`);
        await this.#again(post);
      });
    });
  }

  /** Until it is ready or all stop: what it can't do without may come back. */
  async #again(post: Post): Promise<void> {
    while (!this.#isStopping && post.build === this.#build) {
      await sleep(AGAIN_AFTER_MS);
      if (this.#isStopping || post.build !== this.#build) return;
      const isUp = await this.#begin(post).then(
        () => true,
        () => false,
      );
      if (isUp) return;
    }
  }

  /** Stops the plane at the port first, while the others still answer the requests that it hands on. */
  async #stop(): Promise<void> {
    this.#isStopping = true;
    await this.#end([...this.#workers], { isReplaced: false });
    rmSync(this.#build.sockets, { recursive: true, force: true });
  }

  async #end(posts: readonly (readonly [Post, Worker])[], how: { readonly isReplaced: boolean }): Promise<void> {
    for (const [post] of posts) this.#leaving.add(post);
    const end = (isFront: boolean) =>
      Promise.all(
        posts
          .filter(([post]) => post.isFront === isFront)
          .map(async ([post, worker]) => {
            await endPlane(worker, this.#endsWithinMs, how);
            this.#workers.delete(post);
          }),
      );
    await end(true);
    await end(false);
  }
}

/** A private folder. */
function makeSockets(): string {
  return mkdtempSync(join(tmpdir(), "closed-loop-"));
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
async function endPlane(worker: Worker, withinMs: number, how: { readonly isReplaced: boolean }): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.send(toStop(how), () => undefined);
  const isLate = await Promise.race([ended.then(() => false), sleep(withinMs, true, { ref: false })]);
  if (isLate) worker.process.kill("SIGKILL");
  await ended;
}
