/** Installs, generates, and builds what is due before a start. A separate process, so that its memory is freed. */
import { prepare } from "./prepare.mjs";
import { runScript } from "./run.mjs";

await runScript(() => prepare());
