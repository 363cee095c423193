import { z } from "zod";
import { defineOperation } from "./operation";

/** Contract 2.12. */
export const getHealth = defineOperation({
  id: "getHealth",
  method: "GET",
  path: "/v1/health",
  tag: "Health",
  summary: "Check the service",
  description: "Answers 200 once the service can reach its database. Needs no credentials.",
  auth: "none",
  idempotency: "none",
  responses: {
    200: {
      description: "Up.",
      schema: z
        .strictObject({ service: z.string(), status: z.literal("ok"), version: z.string() })
        .meta({ id: "Health" }),
      example: { service: "closed-loop", status: "ok", version: "0.3.0" },
    },
  },
  errors: [],
});
