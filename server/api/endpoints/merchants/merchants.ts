import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/merchants";
import type { ApiKeyCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  changeMerchant,
  createMerchant,
  createMerchantKey,
  getMerchant,
  getPayoutAccounts,
  type ListedMerchant,
  listMerchantKeyPage,
  listMerchantPage,
  revokeMerchantKey,
  setPayoutAccount,
} from "@/server/domain/merchants";
import {
  presentMerchantKeyRecord,
  presentMerchantRecord,
  presentMerchantWithAccounts,
  presentNewMerchantKey,
  presentPayoutAccount,
} from "@/server/presenters/rest/merchants";
import { presentPage } from "@/server/presenters/rest/pages";
import { readPosition } from "../records/read-filter";

type NewMerchant = Omit<Parameters<typeof createMerchant>[1], "tenantId">;

export const createMerchantEndpoint = tenantEndpoint({
  contract: contracts.createMerchant,
  input: ({ body: { name, mcc, externalId = null, settings = {} } }): NewMerchant => ({
    name,
    mcc,
    externalId,
    settings,
  }),
  execute: (caller: ApiKeyCaller, input, claim: IdempotencyClaim<ListedMerchant> | null) =>
    createMerchant(caller, { ...input, tenantId: caller.tenantId }, claim),
  present: (merchant) => answer(201, presentMerchantRecord(merchant)),
});

export const listMerchantsEndpoint = tenantEndpoint({
  contract: contracts.listMerchants,
  input: ({ query }) => ({
    ...readPosition(query),
    externalId: query.externalId ?? null,
    status: query.status ?? null,
  }),
  execute: listMerchantPage,
  present: (page) => answer(200, presentPage(page, presentMerchantRecord)),
});

export const getMerchantEndpoint = tenantEndpoint({
  contract: contracts.getMerchant,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller: ApiKeyCaller, { id }) => {
    const { merchant } = await getMerchant(caller, { id });
    return { merchant, accounts: await getPayoutAccounts(caller, merchant.id) };
  },
  present: ({ merchant, accounts }) => answer(200, presentMerchantWithAccounts(merchant, accounts)),
});

export const updateMerchantEndpoint = tenantEndpoint({
  contract: contracts.updateMerchant,
  input: ({ params, body }) => ({ id: params.id, ...body }),
  execute: changeMerchant,
  present: (merchant) => answer(200, presentMerchantRecord(merchant)),
});

export const setPayoutAccountEndpoint = tenantEndpoint({
  contract: contracts.setPayoutAccount,
  input: ({ params, body: { bankCode = null, ...account } }) => ({ merchantId: params.id, ...account, bankCode }),
  execute: setPayoutAccount,
  present: (account) => answer(201, presentPayoutAccount(account)),
});

export const createMerchantKeyEndpoint = tenantEndpoint({
  contract: contracts.createMerchantKey,
  input: ({ params, body: { name = null, scopes, expiresAt } }) => ({
    merchantId: params.id,
    label: name,
    scopes,
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  }),
  execute: createMerchantKey,
  present: (created) => answer(201, presentNewMerchantKey(created)),
  onceOnly: ["key"],
});

export const listMerchantKeysEndpoint = tenantEndpoint({
  contract: contracts.listMerchantKeys,
  input: ({ params, query }) => ({ ...readPosition(query), merchantId: params.id }),
  execute: listMerchantKeyPage,
  present: (page) => answer(200, presentPage(page, presentMerchantKeyRecord)),
});

export const revokeMerchantKeyEndpoint = tenantEndpoint({
  contract: contracts.revokeMerchantKey,
  input: ({ params }) => ({ merchantId: params.id, keyId: params.keyId }),
  execute: revokeMerchantKey,
  present: ({ id }) => answer(200, { id, revoked: true as const }),
});
