/** Runs the scenarios that its messages name, one at a time, until the parent is gone. Answers with what was measured. */
import { type Load, type Measurement, runScenario } from "./load";
import { scenariosOf } from "./scenarios";
import type { World } from "./stage";

export interface CrowdRequest extends Load {
  readonly world: World;
  readonly scenario: string;
}

export type CrowdAnswer = { readonly isPrepared: true } | { readonly measured: Measurement };

const tell = (answer: CrowdAnswer) => process.send?.(answer);

process.on("message", async ({ world, scenario, ...load }: CrowdRequest) => {
  const start = scenariosOf(world)[scenario];
  if (start) tell({ measured: await runScenario(start(), load, () => void tell({ isPrepared: true })) });
});
process.once("disconnect", () => process.exit(0));
