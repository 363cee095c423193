import * as cards from "@/server/contracts/rest/onboarding/cards";
import * as floats from "@/server/contracts/rest/onboarding/floats";
import * as fundings from "@/server/contracts/rest/onboarding/fundings";
import * as payouts from "@/server/contracts/rest/onboarding/member-payouts";
import * as members from "@/server/contracts/rest/onboarding/members";
import { setMerchantPrice } from "@/server/contracts/rest/onboarding/merchant-prices";
import * as merchants from "@/server/contracts/rest/onboarding/merchants";
import * as accounts from "@/server/contracts/rest/reading-back/accounts";
import { funded, made } from "./effects";
import type { Journey, Journeying } from "./journey";

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
  const bank = { holder: "Canteen North", country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" };
  await client.ask(merchants.setPayoutAccount, {
    as,
    params,
    body: bank,
    does: ({ merchant: of }) => made("payout account", of),
  });
  await client.ask(setMerchantPrice, {
    as,
    params,
    body: { currency: "USD", basisPoints: 140, fixed: 0.1, effectiveOn: "2099-01-01" },
    does: ({ id }) => made("merchant price", id),
  });
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
  await client.ask(merchants.rollMerchantKey, { as, params: { ...params, keyId: key.id } });
  if (keys && !keys.data.some(({ id }) => id === key.id)) client.object(`merchant key ${key.id} is in no list`);
  await client.ask(merchants.revokeMerchantKey, {
    as,
    params: { ...params, keyId: key.id },
    does: ({ id }) => made("revoked merchant key", id),
  });
};

export const issueToMember: Journey = async (on) => {
  const { client, world } = on;
  const as = world.tenant;
  const member = await client.ask(members.createMember, {
    as,
    body: { name: "Payer", metadata: { by: "a journey" } },
    does: ({ id }) => made("member", id),
  });
  if (!member) return;
  const params = { id: member.id };
  await client.ask(members.updateMember, { as, params, body: { name: "Payer Two" } });
  const mayRefuse = ["daily_limit_reached"];
  await client.ask(members.inviteMember, { as, params, body: { email: "payer@faults.test" }, mayRefuse });
  const read = await client.ask(members.getMember, { as, params });
  if (read && read.name !== "Payer Two") client.object(`member ${read.id} reads ${read.name}`);
  await client.ask(members.listMembers, { as });
  const account = await client.ask(members.openAccount, {
    as,
    params,
    body: { currency: "USD" },
    does: ({ id }) => made("account", id),
  });
  if (!account) return;
  await client.ask(members.listAccounts, { as, params });
  const inAccount = { id: account.id };
  await client.ask(members.getAccount, { as, params: inAccount });
  const funding = await client.ask(fundings.createFunding, {
    as,
    body: { account: account.id, amount: 5, bankReference: "A journey" },
    does: (given) => funded(given.account, given.amount),
  });
  const moved = await client.ask(accounts.listAccountEntries, { as, params: inAccount });
  const balance = await client.ask(accounts.getAccountBalance, { as, params: inAccount });
  if (moved && balance && moved.closing !== balance.balance) client.object(`account ${account.id} has two balances`);
  await client.ask(accounts.listAccountStatements, { as, params: inAccount });
  await client.ask(accounts.listAllAccounts, { as, query: { member: member.id } });
  if (funding) await client.ask(fundings.getFunding, { as, params: { id: funding.id } });
  const came = await client.ask(fundings.listFundings, { as, query: { account: account.id } });
  if (funding && came && !came.data.some(({ id }) => id === funding.id))
    client.object(`funding ${funding.id} is in no list`);
  if (funding) {
    const back = await client.ask(fundings.reverseFunding, {
      as,
      params: { id: funding.id },
      body: { bankReference: "A return" },
      does: (taken) => funded(taken.account, taken.amount),
    });
    const left = await client.ask(fundings.getFunding, { as, params: { id: funding.id } });
    if (back && left && left.reversedBy !== back.id)
      client.object(`funding ${funding.id} is not reversed by ${back.id}`);
  }
  const more = await client.ask(fundings.createFunding, {
    as,
    body: { account: account.id, amount: 5, bankReference: "A journey" },
    does: (given) => funded(given.account, given.amount),
  });
  if (more) await payOut(on, account.id);
  const float = await client.ask(floats.openFloat, { as, body: { currency: "USD" } });
  const all = await client.ask(floats.listFloats, { as });
  if (float && all && !all.data.some(({ id }) => id === float.id)) client.object(`float ${float.id} is in no list`);
  const card = await client.ask(cards.issueCard, {
    as,
    params: inAccount,
    body: { dailyCountLimit: 3 },
    does: ({ id }) => made("card", id),
  });
  if (!card) return;
  const ofCard = { ...inAccount, cardId: card.id };
  await client.ask(cards.updateCard, { as, params: ofCard, body: { status: "frozen", perTransactionLimit: 10 } });
  const other = await client.ask(cards.replaceCard, { as, params: ofCard, does: ({ id }) => made("card", id) });
  const old = await client.ask(cards.getCard, { as, params: ofCard });
  if (other && old && old.status !== "closed") client.object(`card ${old.id} was replaced and is ${old.status}`);
  await client.ask(cards.listCards, { as, params: inAccount });
};

async function payOut({ client, world: { tenant: as } }: Journeying, account: string): Promise<void> {
  const paid = await client.ask(payouts.createMemberPayout, {
    as,
    body: { account, country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" },
    does: ({ memberPayoutId }) => made("member payout", memberPayoutId),
  });
  if (!paid) return;
  await client.ask(payouts.getMemberPayout, { as, params: { id: paid.memberPayoutId } });
  const listed = await client.ask(payouts.listMemberPayouts, { as, query: { member: paid.member } });
  if (listed && !listed.data.some(({ id }) => id === paid.id)) client.object(`payout ${paid.id} is in no list`);
}
