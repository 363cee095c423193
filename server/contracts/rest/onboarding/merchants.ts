import { z } from "zod";
import { DateTimeField, growing, RecordIdField } from "@/server/contracts/fields";
import { MERCHANT_SCOPES } from "@/server/contracts/keys/merchant-scopes";
import { MerchantSettingsInput, MerchantSettingsOutput } from "@/server/contracts/merchant-setting-fields";
import { NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import { defineOperation } from "../operation";
import { pageInQuery, pageOf } from "../reading-back/list-fields";
import { formatSecretShown, secretShownField } from "../secret-shown";
import { bankAccountShape, ExternalIdInput, ExternalIdOutput, IdInPath, MerchantPath, NameInput } from "./fields";
import { MerchantPrice } from "./merchant-prices";

const shared = { tag: "Merchants", auth: "tenant" } as const;

const Mcc = z
  .string()
  .regex(/^[0-9]{4}$/)
  .meta({ description: "Merchant category code (ISO 18245).", examples: ["5812"] });

const Status = z.enum(["active", "suspended"]);

const merchant = z.strictObject({
  id: RecordIdField,
  name: z.string(),
  mcc: Mcc,
  externalId: ExternalIdOutput,
  status: Status.meta({ description: "A suspended merchant takes no new payments. An operator decides." }),
  isDefault: z.boolean().meta({ description: "It takes the payments that name no merchant." }),
  settings: MerchantSettingsOutput,
  createdAt: DateTimeField,
});

const Merchant = merchant.meta({ id: "Merchant" });

const PayoutAccount = z
  .strictObject({
    merchant: RecordIdField,
    country: z.string().meta({ description: "ISO 3166-1, two letters.", examples: ["DE"] }),
    last4: z.string().meta({ description: "The last four characters. The rest is never returned." }),
    createdAt: DateTimeField,
    worksFrom: DateTimeField.meta({ description: "When payouts start going to this account." }),
  })
  .meta({ id: "PayoutAccount" });

const MerchantDetails = merchant
  .extend({
    payoutAccount: PayoutAccount.nullable().meta({ description: "Where payouts go. Null: none is set." }),
    nextPayoutAccount: PayoutAccount.nullable().meta({
      description: "The account that takes effect later, if one is set.",
    }),
    prices: z.array(MerchantPrice).meta({
      description:
        "All prices by currency, the last to begin first; at most 500. A merchant without one isn’t charged.",
    }),
  })
  .meta({ id: "MerchantDetails" });

const merchantExample = {
  id: "3Fq8rTMc5Yz2Nb8Wd",
  name: "Canteen North",
  mcc: "5812",
  externalId: null,
  status: "active",
  isDefault: false,
  settings: NEW_MERCHANT_SETTINGS,
  createdAt: "2026-11-21T09:30:00.000Z",
};

export const createMerchant = defineOperation({
  ...shared,
  id: "createMerchant",
  method: "POST",
  path: "/v1/merchants",
  summary: "Onboard a merchant",
  description:
    "A merchant takes payments at once, through the tenant’s keys or one of its own. The tenant’s first one takes the payments that name none. Live merchants need the tenant to be approved for live.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        name: NameInput.meta({ description: "Shown to members." }),
        mcc: Mcc,
        externalId: ExternalIdInput.optional(),
        settings: MerchantSettingsInput.optional(),
      })
      .meta({ id: "CreateMerchant" }),
    isOptional: false,
    example: { name: merchantExample.name, mcc: merchantExample.mcc },
  },
  responses: {
    201: { description: "Onboarded.", schema: Merchant, example: merchantExample },
    200: { description: "The earlier response for this Idempotency-Key.", schema: Merchant, example: merchantExample },
  },
  errors: ["external_id_taken", "limit_reached", "not_enabled"],
});

export const listMerchants = defineOperation({
  ...shared,
  id: "listMerchants",
  method: "GET",
  path: "/v1/merchants",
  summary: "List merchants",
  description: "The tenant’s merchants, newest first.",
  idempotency: "none",
  query: z.object({ externalId: ExternalIdInput.optional(), status: Status.optional(), ...pageInQuery }),
  responses: {
    200: {
      description: "A page.",
      schema: pageOf("MerchantList", Merchant),
      example: { data: [merchantExample], hasMore: false },
    },
  },
  errors: ["invalid_reference"],
});

export const getMerchant = defineOperation({
  ...shared,
  id: "getMerchant",
  method: "GET",
  path: "/v1/merchants/{id}",
  summary: "Get a merchant",
  description: "One of the tenant’s own.",
  idempotency: "none",
  params: MerchantPath,
  responses: {
    200: {
      description: "The merchant.",
      schema: MerchantDetails,
      example: { ...merchantExample, payoutAccount: null, nextPayoutAccount: null, prices: [] },
    },
  },
  errors: ["merchant_not_found"],
});

export const updateMerchant = defineOperation({
  ...shared,
  id: "updateMerchant",
  method: "PATCH",
  path: "/v1/merchants/{id}",
  summary: "Change a merchant",
  description: "What is left out stays as it is. It holds from the next payment on.",
  idempotency: "optional",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        name: NameInput.optional(),
        mcc: Mcc.optional(),
        externalId: ExternalIdInput.nullable().optional().meta({ description: "Null removes it." }),
        settings: MerchantSettingsInput.optional(),
      })
      .meta({ id: "UpdateMerchant" }),
    isOptional: false,
    example: { settings: { isSameDayReversalEnabled: true } },
  },
  responses: {
    200: {
      description: "Changed.",
      schema: Merchant,
      example: { ...merchantExample, settings: { ...NEW_MERCHANT_SETTINGS, isSameDayReversalEnabled: true } },
    },
  },
  errors: ["merchant_not_found", "not_permitted", "external_id_taken"],
});

const payoutExample = {
  merchant: merchantExample.id,
  country: "DE",
  last4: "3000",
  createdAt: "2026-11-21T09:31:00.000Z",
  worksFrom: "2026-11-21T09:31:00.000Z",
};

export const setPayoutAccount = defineOperation({
  ...shared,
  id: "setPayoutAccount",
  method: "POST",
  path: "/v1/merchants/{id}/payout-account",
  summary: "Set where a merchant is paid out",
  description:
    "A bank account. In live it works three days later, and your owners and admins are told; until then payouts go to the one before. Set again meanwhile, the last one counts. In test it works at once, and no money goes there.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        holder: NameInput.meta({ description: "Name of the account’s owner." }),
        ...bankAccountShape,
      })
      .meta({ id: "SetPayoutAccount" }),
    isOptional: false,
    example: { holder: merchantExample.name, country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" },
  },
  responses: {
    201: { description: "Set.", schema: PayoutAccount, example: payoutExample },
    200: {
      description: "The earlier response for this Idempotency-Key.",
      schema: PayoutAccount,
      example: payoutExample,
    },
  },
  errors: ["merchant_not_found", "not_permitted"],
});

const Scope = growing(MERCHANT_SCOPES, { description: "One scope." });

const Scopes = z.array(Scope).min(1).max(MERCHANT_SCOPES.length).meta({
  description:
    "`sale` takes payments, voids holds, and undoes its own sales for ten minutes, `refund` gives money back, `read` reads, `manage` ends agreements.",
});

const merchantKey = z.strictObject({
  id: RecordIdField,
  keyId: z.string().meta({ description: "The key without its secret, as logs show it." }),
  name: z.string().nullable(),
  scopes: Scopes,
  createdAt: DateTimeField,
  expiresAt: DateTimeField.nullable().meta({ description: "From then on it is refused. Null: never by itself." }),
  lastUsedAt: DateTimeField.nullable().meta({ description: "To the minute." }),
  revokedAt: DateTimeField.nullable(),
});

const MerchantKey = merchantKey.meta({ id: "MerchantKey" });

const NewMerchantKey = merchantKey
  .extend({
    key: z.string().optional().meta({
      description: "The merchant’s bearer token. In the first response only, never on a repeat.",
    }),
    ...secretShownField,
  })
  .meta({ id: "NewMerchantKey" });

const keyExample = {
  id: "3Fq8rTKy7Qm4Vs9Xb",
  keyId: "mk_test_4f1c2a9be07d5538aa",
  name: "Till 1",
  scopes: ["sale", "read"],
  createdAt: "2026-11-21T09:30:00.000Z",
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};

const newKey = { ...keyExample, key: "mk_test_4f1c2a9be07d5538aa_9d0e6b1f2c3a4857" };
const KeyPath = MerchantPath.extend({ keyId: IdInPath("Id of the key.", keyExample.id) });
const ROLL = { method: "POST", path: "/v1/merchants/{id}/keys/{keyId}/roll" } as const;
const rolling = { contract: ROLL, params: { id: merchantExample.id, keyId: keyExample.id } };
const repeatedKey = { ...keyExample, secretShown: formatSecretShown("The key", rolling) };

export const createMerchantKey = defineOperation({
  ...shared,
  id: "createMerchantKey",
  method: "POST",
  path: "/v1/merchants/{id}/keys",
  summary: "Create a key for a merchant",
  description:
    "What the merchant’s tills and servers send on `/merchant/v1`. The key is shown in this response only. The tenant’s tier says how many can work at a time: 25 for each merchant in `sandbox`, 100 in `standard`, 500 in `plus`, 1,000 in `network`.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        name: NameInput.optional().meta({ description: "What the key is for." }),
        scopes: Scopes.optional().meta({ description: "What the key may do. If omitted, everything." }),
        expiresAt: DateTimeField.optional().meta({ description: "If omitted, the key works until it is revoked." }),
      })
      .meta({ id: "CreateMerchantKey" }),
    isOptional: false,
    example: { name: keyExample.name, scopes: keyExample.scopes },
  },
  responses: {
    201: {
      description: "Created.",
      schema: NewMerchantKey,
      example: newKey,
    },
    200: {
      description: "The earlier response for this Idempotency-Key, without the key.",
      schema: NewMerchantKey,
      example: repeatedKey,
    },
  },
  errors: ["merchant_not_found", "not_permitted", "not_enabled", "limit_reached"],
});

export const rollMerchantKey = defineOperation({
  ...shared,
  id: "rollMerchantKey",
  ...ROLL,
  summary: "Roll a merchant’s key",
  description:
    "Gives the key another secret; its id, name, scopes, and end stay. The old secret is refused from the next request on, used or not. To change over without a refused request, create a second key and revoke this one when no program uses it.",
  idempotency: "required",
  params: KeyPath,
  responses: {
    201: { description: "The key with its new secret.", schema: NewMerchantKey, example: newKey },
    200: {
      description: "The earlier response for this Idempotency-Key, without the key.",
      schema: NewMerchantKey,
      example: repeatedKey,
    },
  },
  errors: ["merchant_not_found", "merchant_key_not_found", "not_permitted"],
});

export const listMerchantKeys = defineOperation({
  ...shared,
  id: "listMerchantKeys",
  method: "GET",
  path: "/v1/merchants/{id}/keys",
  summary: "List a merchant’s keys",
  description: "Every key, newest first, revoked ones included. Never the secret.",
  idempotency: "none",
  params: MerchantPath,
  query: z.object(pageInQuery),
  responses: {
    200: {
      description: "A page.",
      schema: pageOf("MerchantKeyList", MerchantKey),
      example: { data: [keyExample], hasMore: false },
    },
  },
  errors: ["merchant_not_found", "invalid_reference"],
});

export const revokeMerchantKey = defineOperation({
  ...shared,
  id: "revokeMerchantKey",
  method: "DELETE",
  path: "/v1/merchants/{id}/keys/{keyId}",
  summary: "Revoke a merchant’s key",
  description: "For good: every request with it is refused from the next one on.",
  idempotency: "optional",
  params: KeyPath,
  responses: {
    200: {
      description: "Revoked.",
      schema: z.strictObject({ id: RecordIdField, revoked: z.literal(true) }).meta({ id: "RevokedMerchantKey" }),
      example: { id: keyExample.id, revoked: true },
    },
  },
  errors: ["merchant_not_found", "merchant_key_not_found", "not_permitted"],
});
