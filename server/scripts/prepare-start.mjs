/** Installs, generates, and builds what is due before a start. A process of its own: none of what it takes stays. */
import { prepare } from "./prepare.mjs";
import { runScript } from "./run.mjs";

await runScript(() => prepare());
