import { z } from "zod";
import { defineOperation, GET, ok } from "./operation";

/** Contract 2.12. */
export const getHealth = defineOperation({
  id: "getHealth",
  ...GET,
  path: "/v1/health",
  tag: "Health",
  summary: "Check the service",
  description: "Answers 200 once the service can reach its database. Needs no credentials.",
  auth: "none",
  responses: ok(
    "Up.",
    z.strictObject({ service: z.string(), status: z.literal("ok"), version: z.string() }).meta({ id: "Health" }),
    { service: "closed-loop", status: "ok", version: "0.3.0" },
  ),
  errors: [],
});
