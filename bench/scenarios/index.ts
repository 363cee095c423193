import { AUTHORIZE_SCENARIOS } from "./authorize";
import { CAPTURE_SCENARIOS } from "./capture";
import { CROWD_SCENARIOS } from "./crowds";
import { EMPTY_SCENARIO } from "./empty";
import { PAGE_SCENARIOS } from "./pages";
import { PRESSURE_SCENARIOS } from "./pressure";
import { SALE_SCENARIOS } from "./sales";
import type { Scenario } from "./scenario";
import { webhooksScenario } from "./webhooks";

const SCENARIOS: readonly Scenario[] = [
  ...AUTHORIZE_SCENARIOS,
  ...CAPTURE_SCENARIOS,
  ...SALE_SCENARIOS,
  ...PAGE_SCENARIOS,
  ...PRESSURE_SCENARIOS,
  ...CROWD_SCENARIOS,
  webhooksScenario(),
  EMPTY_SCENARIO,
];

export function scenarioNamed(name: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.name === name);
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  return scenario;
}
