import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import { setMerchantPrice } from "@/server/contracts/rest/onboarding/merchant-prices";
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
  merchantKeyList,
  merchantList,
  revokeMerchantKey,
  rollMerchantKey,
  setPayoutAccount,
} from "@/server/domain/merchants";
import { readPrices, setPrice } from "@/server/domain/settlement";
import { readOptionalAmount } from "@/server/platform/money";
import {
  presentMerchantDetails,
  presentMerchantKeyRecord,
  presentMerchantPrice,
  presentMerchantRecord,
  presentNewMerchantKey,
  presentPayoutAccount,
} from "@/server/presenters/rest/merchants";

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

export const listMerchantsEndpoint = tenantList(contracts.listMerchants, merchantList, presentMerchantRecord);

export const getMerchantEndpoint = tenantEndpoint({
  contract: contracts.getMerchant,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller: ApiKeyCaller, { id }) => {
    const { merchant } = await getMerchant(caller, { id });
    const [accounts, prices] = await Promise.all([
      getPayoutAccounts(caller, merchant.id),
      readPrices(caller, { merchantId: merchant.id }),
    ]);
    return { merchant, accounts, prices };
  },
  present: ({ merchant, accounts, prices }) => answer(200, presentMerchantDetails(merchant, accounts, prices)),
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

export const setMerchantPriceEndpoint = tenantEndpoint({
  contract: setMerchantPrice,
  input: ({ params, body: { currency, basisPoints, fixed, effectiveOn } }) => ({
    merchantId: params.id,
    currency,
    rateBps: basisPoints,
    fixed: readOptionalAmount(fixed || undefined),
    effectiveOn: new Date(`${effectiveOn}T00:00:00.000Z`),
  }),
  execute: setPrice,
  present: (price) => answer(201, presentMerchantPrice(price)),
});

const ONE_KEY = {
  field: "key",
  what: "The key",
  replacing: (key: { readonly id: string }, { id }: { readonly id: string }) => ({
    contract: contracts.rollMerchantKey,
    params: { id, keyId: key.id },
  }),
};

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
  secret: ONE_KEY,
});

export const rollMerchantKeyEndpoint = tenantEndpoint({
  contract: contracts.rollMerchantKey,
  input: ({ params }) => ({ merchantId: params.id, keyId: params.keyId }),
  execute: rollMerchantKey,
  present: (rolled) => answer(201, presentNewMerchantKey(rolled)),
  secret: ONE_KEY,
});

export const listMerchantKeysEndpoint = tenantList(
  contracts.listMerchantKeys,
  merchantKeyList,
  presentMerchantKeyRecord,
);

export const revokeMerchantKeyEndpoint = tenantEndpoint({
  contract: contracts.revokeMerchantKey,
  input: ({ params }) => ({ merchantId: params.id, keyId: params.keyId }),
  execute: revokeMerchantKey,
  present: ({ id }) => answer(200, { id, revoked: true as const }),
});
