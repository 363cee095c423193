/** The load generator: a process of its own, so that what it takes is not taken from the app's event loop. */
import { scenarioNamed } from "../scenarios";
import type { Context } from "../scenarios/scenario";
import { serveRuns } from "../stage/serve-runs";
import { readWorld } from "../stage/world";
import { runScenario } from "./run-scenario";

let turns = 0;
const context: Context = { world: readWorld(), holds: [], codes: [], answered: [], turn: () => turns++ };

serveRuns((request, sayPrepared) => runScenario(scenarioNamed(request.scenario), request, context, sayPrepared));
