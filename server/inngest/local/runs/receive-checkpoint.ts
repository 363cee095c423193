import { z } from "zod";
import { operations } from "../protocol";
import { storeSteps } from "./apply-answer";

const sentCheckpoint = z.object({ run_id: z.string(), qi_id: z.string(), steps: operations });

/**
 * `POST /v1/checkpoint/{run}/async`: stores what a running call has done so far. Only for whoever has the run's claim, which is
 * named by `qi_id`; 409 ends a call that has lost it.
 */
export async function receiveCheckpoint(request: Request): Promise<Response> {
  const parsed = sentCheckpoint.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return Response.json({ error: z.prettifyError(parsed.error) }, { status: 400 });
  const { run_id: id, qi_id: leaseToken, steps } = parsed.data;
  const isStored = await storeSteps({ id, leaseToken }, steps);
  return isStored
    ? Response.json({ status: 200 })
    : Response.json({ error: "The run is no longer this call's" }, { status: 409 });
}
