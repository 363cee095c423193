/** The load generator runs in its own process, so that it doesn't share the app's event loop. */
import { scenarioNamed } from "../scenarios";
import type { Context } from "../scenarios/scenario";
import { serveRuns } from "../stage/serve-runs";
import { readWorld } from "../stage/world";
import { runScenario } from "./run-scenario";

let turns = 0;
const context: Context = { world: readWorld(), holds: [], codes: [], answered: [], turn: () => turns++ };

serveRuns((request, sayPrepared) => runScenario(scenarioNamed(request.scenario), request, context, sayPrepared));
