import type { Stage } from "../stage/stage";
import { databaseFaults } from "./database-faults";
import type { Fault } from "./fault";
import { networkFaults } from "./network-faults";
import type { Kind } from "./plan";
import { processFaults } from "./process-faults";

export function faultsOn(stage: Stage): Readonly<Record<Kind, Fault>> {
  return { ...processFaults(stage), ...databaseFaults(stage), ...networkFaults(stage) };
}
