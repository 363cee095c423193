import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import {
  NewApiKeyInput,
  NewSecretInput,
  ReplaceApiKeyInput,
  SignatureRequirementInput,
} from "@/server/contracts/portal/tenant/setup";
import { listApiKeys } from "@/server/domain/queries";
import {
  createApiKey,
  type NewApiKey,
  replaceApiKey,
  revokeApiKey,
  rollApiKey,
  setSignatureRequirement,
} from "@/server/domain/tenants";
import { HOUR_MS } from "@/server/platform/clock";
import { presentApiKey } from "@/server/presenters/tenant/api-keys";
import { showOnce } from "@/server/trpc/act-once";
import { realTimeTenantProcedure, router } from "@/server/trpc/procedures";

/** Only responses of `create` and `roll` contain a secret. */
export const keysRouter = router({
  list: realTimeTenantProcedure.query(async ({ ctx }) => (await listApiKeys(ctx.staff)).map(presentApiKey)),

  create: realTimeTenantProcedure.input(NewApiKeyInput).mutation(async ({ ctx, input }) => {
    const { key, label, requireSignature, scopes, allowedAddresses, hours } = input;
    const { tenantId, now } = ctx.staff;
    const expiresAt = hours === undefined ? null : new Date(now.getTime() + hours * HOUR_MS);
    const terms = { tenantId, label, requireSignature, scopes, allowedAddresses, expiresAt };
    return showOnce(ctx.staff, {
      name: "tenant.keys.create",
      input: { key, label, requireSignature, scopes, allowedAddresses, hours },
      work: (claim) => createApiKey(ctx.staff, terms, claim),
      present: (made: NewApiKey) => made,
    });
  }),

  roll: realTimeTenantProcedure.input(NewSecretInput).mutation(({ ctx, input }) => {
    const { key, id } = input;
    return showOnce(ctx.staff, {
      name: "tenant.keys.roll",
      input: { key, id },
      work: (claim) => rollApiKey(ctx.staff, { id }, claim),
      present: (rolled: NewApiKey) => rolled,
    });
  }),

  /** Creates a second pair with the same rights; the old one works until then. */
  replace: realTimeTenantProcedure.input(ReplaceApiKeyInput).mutation(({ ctx, input }) => {
    const { key, id, hours } = input;
    const formerUntil = new Date(ctx.staff.now.getTime() + hours * HOUR_MS);
    return showOnce(ctx.staff, {
      name: "tenant.keys.replace",
      input: { key, id, hours },
      work: (claim) => replaceApiKey(ctx.staff, { id, formerUntil }, claim),
      present: (made: NewApiKey) => made,
    });
  }),

  revoke: realTimeTenantProcedure.input(RecordIdInput).mutation(async ({ ctx, input }) => {
    await revokeApiKey(ctx.staff, { id: input.id });
    return { id: input.id };
  }),

  setSignatureRequirement: realTimeTenantProcedure.input(SignatureRequirementInput).mutation(async ({ ctx, input }) => {
    await setSignatureRequirement(ctx.staff, { id: input.id, requireSignature: input.requireSignature });
    return { id: input.id };
  }),
});
