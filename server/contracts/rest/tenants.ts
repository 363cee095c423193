import { z } from "zod";
import { TIERS } from "../choices";
import { DateTimeField, RecordIdField } from "../fields";
import { defineOperation, GET, ok } from "./operation";

/** Contract 2.7. */
const TenantIdentity = z
  .strictObject({
    id: RecordIdField,
    slug: z.string(),
    title: z.string(),
    status: z.enum(["active", "suspended"]),
    environment: z.enum(["live", "test"]),
    apiKey: z.string().meta({ description: "The public key sent as X-API-Key." }),
    secretLast4: z.string().length(4),
    requireSignature: z.boolean(),
    rateLimitTier: z.enum(TIERS),
    created: DateTimeField.nullable().meta({ description: "When the API key was created." }),
    lastUsed: DateTimeField.nullable().meta({ description: "When the API key was last used, to the minute." }),
  })
  .meta({ id: "TenantIdentity" });

export const getTenantIdentity = defineOperation({
  id: "getTenantIdentity",
  ...GET,
  path: "/v1/me",
  tag: "Tenant",
  summary: "Who am I",
  description: "The tenant and API key behind the credentials of this request.",
  auth: "tenant",
  responses: ok("The calling tenant.", TenantIdentity, {
    id: "TESTtenantCoffee1",
    slug: "sandbox-coffee-co",
    title: "Sandbox Coffee Co",
    status: "active",
    environment: "test",
    apiKey: "pk_test_closedloop_sandbox",
    secretLast4: "cret",
    requireSignature: false,
    rateLimitTier: "standard",
    created: "2026-11-21T09:00:00.000Z",
    lastUsed: "2026-11-21T09:30:00.000Z",
  }),
  errors: [],
});
