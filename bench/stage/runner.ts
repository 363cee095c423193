import type { ChildProcess } from "node:child_process";
import { z } from "zod";
import { Measurement, type RunRequest } from "../measurement";
import { endChild, startChild, typeScript } from "./child";

/** Allowance beyond a run's seconds, for preparing and finishing. */
const GRACE_MS = 240_000;
const START_MS = 60_000;

const Message = z.union([
  z.strictObject({ isReady: z.literal(true) }),
  z.strictObject({ isPrepared: z.literal(true) }),
  z.strictObject({ measurement: Measurement }),
  z.strictObject({ error: z.string() }),
]);

export class Runner {
  private constructor(private readonly child: ChildProcess) {}

  static async start(file: string, env: Readonly<Record<string, string>>, logFile: string): Promise<Runner> {
    const runner = new Runner(startChild(typeScript(file), env, logFile));
    await runner.#hear(START_MS);
    return runner;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Calls `onPrepared` when measuring begins, if the run had to prepare. */
  async run(request: RunRequest, onPrepared: () => void): Promise<Measurement> {
    const withinMs = request.seconds * 1_000 + GRACE_MS;
    const heard = this.#hear(withinMs);
    this.child.send(request);
    let message = await heard;
    if ("isPrepared" in message) {
      const measured = this.#hear(withinMs);
      onPrepared();
      message = await measured;
    }
    if (!("measurement" in message)) throw new Error(`${request.scenario}: a run without a result`);
    return message.measurement;
  }

  end(): Promise<void> {
    return endChild(this.child);
  }

  #hear(withinMs: number): Promise<z.infer<typeof Message>> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.child.off("message", listen).off("exit", exited);
        settle();
      };
      const listen = (heard: unknown) => {
        const message = Message.parse(heard);
        end(() => ("error" in message ? reject(new Error(message.error)) : resolve(message)));
      };
      const exited = () => end(() => reject(new Error("a process of the bench ended; its log says why")));
      const timer = setTimeout(() => end(() => reject(new Error(`no word within ${withinMs} ms`))), withinMs);
      this.child.on("message", listen).on("exit", exited);
    });
  }
}
