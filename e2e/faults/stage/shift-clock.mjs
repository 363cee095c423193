/** Preloaded into the app: shifts its clock by the milliseconds in the file CLOCK_SHIFT_FILE. */
import { readFileSync } from "node:fs";

const RealDate = Date;
const READ_EVERY_MS = 20;
let shiftMs = 0;

function read() {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, "utf8")) || 0;
  } catch {
    shiftMs = 0;
  }
}
read();
setInterval(read, READ_EVERY_MS).unref();

const now = () => RealDate.now() + shiftMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, made === globalThis.Date ? target : made),
  apply: (target) => new target(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
