import * as merchants from "@/server/contracts/rest/onboarding/merchants";
import { made } from "./effects";
import type { Journey } from "./journey";

/** A merchant that is onboarded, changed, given a key, and found again. */
export const onboardMerchant: Journey = async ({ client, world }) => {
  const as = world.tenant;
  const merchant = await client.ask(merchants.createMerchant, {
    as,
    body: { name: "Canteen", mcc: "5812" },
    mayRefuse: ["limit_reached"],
    does: ({ id }) => made("merchant", id),
  });
  if (!merchant) return;
  const params = { id: merchant.id };
  await client.ask(merchants.updateMerchant, { as, params, body: { name: "Canteen North" } });
  const key = await client.ask(merchants.createMerchantKey, {
    as,
    params,
    body: { name: "Till", scopes: ["sale", "read"] },
    does: ({ id }) => made("merchant key", id),
  });
  const read = await client.ask(merchants.getMerchant, { as, params });
  if (read && read.name !== "Canteen North") client.object(`merchant ${read.id} reads ${read.name}`);
  const listed = await client.ask(merchants.listMerchants, { as });
  if (listed && !listed.hasMore && !listed.data.some(({ id }) => id === merchant.id)) {
    client.object(`merchant ${merchant.id} is in no list`);
  }
  const keys = await client.ask(merchants.listMerchantKeys, { as, params });
  if (!key) return;
  if (keys && !keys.data.some(({ id }) => id === key.id)) client.object(`merchant key ${key.id} is in no list`);
  await client.ask(merchants.revokeMerchantKey, {
    as,
    params: { ...params, keyId: key.id },
    does: ({ id }) => made("revoked merchant key", id),
  });
};
