import { z } from "zod";
import { DateTimeField, growing, MccField, RecordIdField } from "@/server/contracts/fields";
import { MERCHANT_SCOPES } from "@/server/contracts/keys/merchant-scopes";
import { MerchantSettingsInput, MerchantSettingsOutput } from "@/server/contracts/merchant-setting-fields";
import { NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import { created, defineOperation, GET, ok, page } from "../operation";
import { pageInQuery, pageOf } from "../reading-back/list-fields";
import { formatSecretShown, secretShownField } from "../secret-shown";
import { bankAccountShape, ExternalIdInput, ExternalIdOutput, IdInPath, MerchantPath, NameInput } from "./fields";
import { MerchantPrice } from "./merchant-prices";

const shared = { tag: "Merchants", auth: "tenant" } as const;

const Status = z.enum(["active", "suspended"]);

const merchant = z.strictObject({
  id: RecordIdField,
  name: z.string(),
  mcc: MccField,
  externalId: ExternalIdOutput,
  status: Status.meta({ description: "A suspended merchant takes no new payments. An operator decides." }),
  isDefault: z.boolean().meta({ description: "Receives payments that name no merchant." }),
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
    payoutAccount: PayoutAccount.nullable().meta({ description: "The bank account for payouts. Null if none is set." }),
    nextPayoutAccount: PayoutAccount.nullable().meta({
      description: "The account that takes effect later, if one is set.",
    }),
    prices: z.array(MerchantPrice).meta({
      description: "All prices by currency, latest first; at most 500. Without a price, no fee is charged.",
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
    "Creates a merchant, which can take payments at once with your keys or with one of its own. Your first merchant receives payments that name none. Live merchants require approval for live.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        name: NameInput.meta({ description: "Shown to members." }),
        mcc: MccField,
        externalId: ExternalIdInput.optional(),
        settings: MerchantSettingsInput.optional(),
      })
      .meta({ id: "CreateMerchant" }),
    example: { name: merchantExample.name, mcc: merchantExample.mcc },
  },
  responses: created("Onboarded.", Merchant, merchantExample),
  errors: ["external_id_taken", "limit_reached", "not_enabled"],
});

export const listMerchants = defineOperation({
  ...shared,
  id: "listMerchants",
  ...GET,
  path: "/v1/merchants",
  summary: "List merchants",
  description: "The tenant’s merchants, newest first.",
  query: z.object({ externalId: ExternalIdInput.optional(), status: Status.optional(), ...pageInQuery }),
  responses: page(pageOf("MerchantList", Merchant), [merchantExample]),
  errors: ["invalid_reference"],
});

export const getMerchant = defineOperation({
  ...shared,
  id: "getMerchant",
  ...GET,
  path: "/v1/merchants/{id}",
  summary: "Get a merchant",
  description: "Returns one of your own.",
  params: MerchantPath,
  responses: ok("The merchant.", MerchantDetails, {
    ...merchantExample,
    payoutAccount: null,
    nextPayoutAccount: null,
    prices: [],
  }),
  errors: ["merchant_not_found"],
});

export const updateMerchant = defineOperation({
  ...shared,
  id: "updateMerchant",
  method: "PATCH",
  path: "/v1/merchants/{id}",
  summary: "Change a merchant",
  description: "Fields you leave out stay as they are. Changes apply from the next payment.",
  idempotency: "optional",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        name: NameInput.optional(),
        mcc: MccField.optional(),
        externalId: ExternalIdInput.nullable().optional().meta({ description: "Null removes it." }),
        settings: MerchantSettingsInput.optional(),
      })
      .meta({ id: "UpdateMerchant" }),
    example: { settings: { isSameDayReversalEnabled: true } },
  },
  responses: ok("Changed.", Merchant, {
    ...merchantExample,
    settings: { ...NEW_MERCHANT_SETTINGS, isSameDayReversalEnabled: true },
  }),
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
    "Sets the merchant’s bank account. In live it takes effect after three days, and your owners and admins are notified; until then, payouts go to the previous account. If you set another meanwhile, the last one counts. Setting the same one again, with the same holder, number, and bank code, changes nothing and returns it. In test it takes effect at once, and no money is sent.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        holder: NameInput.meta({ description: "Name of the account’s owner." }),
        ...bankAccountShape,
      })
      .meta({ id: "SetPayoutAccount" }),
    example: { holder: merchantExample.name, country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" },
  },
  responses: created("Set.", PayoutAccount, payoutExample),
  errors: ["merchant_not_found", "not_permitted"],
});

const Scope = growing(MERCHANT_SCOPES, { description: "One scope." });

const Scopes = z.array(Scope).min(1).max(MERCHANT_SCOPES.length).meta({
  description:
    "`sale` takes payments, voids holds, and undoes its own sales for ten minutes; `refund` refunds; `read` reads; `manage` revokes agreements.",
});

const merchantKey = z.strictObject({
  id: RecordIdField,
  keyId: z.string().meta({ description: "The key without its secret, as logs show it." }),
  name: z.string().nullable(),
  scopes: Scopes,
  createdAt: DateTimeField,
  expiresAt: DateTimeField.nullable().meta({ description: "When the key expires. Null if never." }),
  lastUsedAt: DateTimeField.nullable().meta({ description: "To the minute." }),
  revokedAt: DateTimeField.nullable(),
});

const MerchantKey = merchantKey.meta({ id: "MerchantKey" });

const NewMerchantKey = merchantKey
  .extend({
    key: z.string().optional().meta({
      description: "The merchant’s bearer token. Returned once, in the first response.",
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
    "Creates a key for the merchant’s tills and servers to call `/merchant/v1` with. It is returned in this response only. The tier limits how many keys of a merchant can be active: 25 in `sandbox`, 100 in `standard`, 500 in `plus`, 1,000 in `network`. Your key must itself have what it gives: `payments:write` for `sale` and `refund`; `payments:read`, `money:read`, and `webhooks:read` for `read`; `payments:write` and `webhooks:write` for `manage`. A key that is limited to addresses or must sign gets 403 `not_permitted`, because a merchant’s key works without.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        name: NameInput.optional().meta({ description: "A name that says what the key is for." }),
        scopes: Scopes.optional().meta({ description: "What the key can do. Defaults to everything." }),
        expiresAt: DateTimeField.optional().meta({
          description:
            "At the latest when your key ends, which is the default. If your key has no end and this is omitted, the key works until it is revoked.",
        }),
      })
      .meta({ id: "CreateMerchantKey" }),
    example: { name: keyExample.name, scopes: keyExample.scopes },
  },
  responses: created("Created.", NewMerchantKey, newKey, { without: "the key", example: repeatedKey }),
  errors: ["merchant_not_found", "not_permitted", "not_enabled", "limit_reached"],
});

export const rollMerchantKey = defineOperation({
  ...shared,
  id: "rollMerchantKey",
  ...ROLL,
  summary: "Roll a merchant’s key",
  description:
    "Gives the key a new secret and keeps its id, name, scopes, and expiry. The old secret stops working immediately. To switch without rejected requests, create a second key and revoke this one once nothing uses it. Your key needs the scopes that creating the key would take, and must not end before it.",
  idempotency: "required",
  params: KeyPath,
  responses: created("The key with its new secret.", NewMerchantKey, newKey, {
    without: "the key",
    example: repeatedKey,
  }),
  errors: ["merchant_not_found", "merchant_key_not_found", "not_permitted"],
});

export const listMerchantKeys = defineOperation({
  ...shared,
  id: "listMerchantKeys",
  ...GET,
  path: "/v1/merchants/{id}/keys",
  summary: "List a merchant’s keys",
  description: "Every key, newest first, including revoked ones. Secrets are never included.",
  params: MerchantPath,
  query: z.object(pageInQuery),
  responses: page(pageOf("MerchantKeyList", MerchantKey), [keyExample]),
  errors: ["merchant_not_found", "invalid_reference"],
});

export const revokeMerchantKey = defineOperation({
  ...shared,
  id: "revokeMerchantKey",
  method: "DELETE",
  path: "/v1/merchants/{id}/keys/{keyId}",
  summary: "Revoke a merchant’s key",
  description: "Permanent: requests with the key fail immediately.",
  idempotency: "optional",
  params: KeyPath,
  responses: ok(
    "Revoked.",
    z.strictObject({ id: RecordIdField, revoked: z.literal(true) }).meta({ id: "RevokedMerchantKey" }),
    { id: keyExample.id, revoked: true },
  ),
  errors: ["merchant_not_found", "merchant_key_not_found", "not_permitted"],
});
