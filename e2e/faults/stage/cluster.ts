import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../fixtures/app-process";
import { copyNode } from "./copy-node";
import { Link } from "./link";
import { PostgresNode } from "./postgres-node";

const DATABASE = "closed_loop";
const FOLLOWS_WITHIN_MS = 30_000;
const POLL_MS = 25;

/** A PostgreSQL with an optional synchronous standby. */
export class Cluster {
  private constructor(
    private readonly nodes: readonly PostgresNode[],
    private readonly links: readonly Link[],
  ) {}

  #primary = 0;

  static async start(folder: string, logs: string, { hasStandby }: { readonly hasStandby: boolean }): Promise<Cluster> {
    const names = hasStandby ? ["postgres-a", "postgres-b"] : ["postgres-a"];
    const nodes: PostgresNode[] = [];
    const links: Link[] = [];
    for (const name of names) {
      const port = await findFreePort();
      nodes.push(new PostgresNode(name, join(folder, name), port, join(logs, `${name}.log`)));
      links.push(await Link.to(port));
    }
    const cluster = new Cluster(nodes, links);
    cluster.primary.initialise();
    await cluster.primary.start();
    await cluster.primary.query(`CREATE DATABASE ${DATABASE}`);
    if (hasStandby) await cluster.addStandby();
    return cluster;
  }

  get primary(): PostgresNode {
    return this.#node(this.#primary);
  }

  /** Null: this run has no standby. */
  get standby(): PostgresNode | null {
    return this.nodes.length > 1 ? this.#node(1 - this.#primary) : null;
  }

  /** The app's connection, through relays that faults can cut. */
  get appUrl(): string {
    const hosts = this.links.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const url = new URL(this.primary.url(DATABASE));
    return `postgresql://${url.username}:${url.password}@${hosts}/${DATABASE}`;
  }

  /** The current primary, past the relays. */
  get directUrl(): string {
    return this.primary.url(DATABASE);
  }

  setLinks(state: Parameters<Link["set"]>[0]): void {
    for (const link of this.links) link.set(state);
  }

  query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.primary.query<Row>(text, DATABASE, values);
  }

  async mend(): Promise<void> {
    await this.primary.start();
    await this.standby?.start();
    if (this.standby) await this.#waitForStandby();
  }

  /**
   * Kills the primary after its standby was paused for a while, and promotes the standby. A commit that the primary
   * had acknowledged alone would be lost by now. The old primary's folder becomes the new standby.
   */
  async failOver(silenceMs: number): Promise<void> {
    const { primary: dead, standby: heir } = this;
    if (!heir) throw new Error("there is no standby");
    await this.#waitForStandby();
    heir.signalAll("SIGSTOP");
    await sleep(silenceMs);
    await dead.end("SIGKILL");
    heir.signalAll("SIGCONT");
    await heir.query("SELECT pg_promote(true, 30)");
    this.#primary = 1 - this.#primary;
    // Without a standby, commits would wait for one.
    await this.#setSynchronous(false);
    await this.addStandby();
  }

  async addStandby(): Promise<void> {
    const { primary, standby } = this;
    if (!standby) return;
    await copyNode(primary, standby);
    await standby.start();
    await this.#setSynchronous(true);
    await this.#waitForStandby();
  }

  async stop(): Promise<void> {
    for (const link of this.links) link.close();
    for (const node of this.nodes) await node.end("SIGKILL");
  }

  #node(index: number): PostgresNode {
    const node = this.nodes[index];
    if (!node) throw new Error("no such node");
    return node;
  }

  async #setSynchronous(isOn: boolean): Promise<void> {
    await this.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? "*" : ""}'`);
    await this.primary.query("SELECT pg_reload_conf()");
  }

  async #waitForStandby(): Promise<void> {
    const deadline = performance.now() + FOLLOWS_WITHIN_MS;
    while (performance.now() < deadline) {
      const following = await this.primary.query(
        "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'",
      );
      if (following.length > 0) return;
      await sleep(POLL_MS);
    }
    throw new Error("the standby does not follow");
  }
}
