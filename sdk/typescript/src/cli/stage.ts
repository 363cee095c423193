import type { ClosedLoop } from "../index.ts";
import { type Profile, readStored, type Stage, writeStored } from "./profiles.ts";

const SHARED: Stage = {
  merchant: "TESTmerchantCafe1",
  member: "TESTmemberAlice01",
  account: "TESTacctAlice0001",
  card: "TESTcardApproved1",
  panToken: "TESTcardApproved1",
};
const SHARED_KEY = "pk_test_closedloop_sandbox";

/** Test money of one run of a scenario comes from here. */
const FUNDS = 10_000;

/** A merchant, and a member with a funded account and a card: those of the public sandbox, or of the tenant’s own, made the first time. */
export async function readStage(loop: ClosedLoop, { baseUrl, apiKey = "" }: Profile): Promise<Stage> {
  if (apiKey === SHARED_KEY) return SHARED;
  const name = `${baseUrl} ${apiKey}`;
  const kept = readStored().stages[name];
  if (kept) return kept;
  const { data: merchants } = await loop.listMerchants({ status: "active", limit: 1 });
  const merchant = merchants[0] ?? (await loop.createMerchant({ name: "Command line’s shop", mcc: "5814" }));
  const member = await loop.createMember({ name: "Command line’s member" });
  const account = await loop.openMemberAccount({ id: member.id, currency: "USD" });
  await loop.fundAccount({ id: account.id, amount: FUNDS });
  const { id: card, panToken = "" } = await loop.issueCard({ id: account.id });
  const stage = { merchant: merchant.id, member: member.id, account: account.id, card, panToken };
  writeStored((stored) => ({ ...stored, stages: { ...stored.stages, [name]: stage } }));
  return stage;
}
