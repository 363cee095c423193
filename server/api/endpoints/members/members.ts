import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/members";
import type { ApiKeyCaller } from "@/server/domain/caller";
import { invalidField } from "@/server/domain/errors";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import {
  accountListOf,
  changeMember,
  createMember,
  getAccount,
  getMember,
  type ListedMember,
  memberList,
  type OwnedAccount,
  openAccount,
} from "@/server/domain/members";
import { onRealTime } from "@/server/domain/sandbox-clock";
import { type Invited, inviteMember } from "@/server/domain/team";
import { isCurrency } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import { presentAccountRecord, presentMemberRecord } from "@/server/presenters/rest/members";

/** Personal fields, left out of the stored response because it outlives the person's data. */
const PERSONAL = ["name", "externalId", "email", "metadata"] as const;

export const createMemberEndpoint = tenantEndpoint({
  contract: contracts.createMember,
  input: ({ body: { name, externalId = null, email = null, metadata = null } }) => ({
    name,
    externalId,
    email,
    metadata,
  }),
  execute: (caller: ApiKeyCaller, input, claim: IdempotencyClaim<ListedMember> | null) =>
    createMember(caller, { ...input, tenantId: caller.tenantId }, claim),
  present: (member) => answer(201, presentMemberRecord(member)),
  onceOnly: PERSONAL,
});

export const listMembersEndpoint = tenantList(contracts.listMembers, memberList, presentMemberRecord);

export const getMemberEndpoint = tenantEndpoint({
  contract: contracts.getMember,
  input: ({ params }) => ({ id: params.id }),
  execute: getMember,
  present: ({ member }) => answer(200, presentMemberRecord(member)),
});

export const updateMemberEndpoint = tenantEndpoint({
  contract: contracts.updateMember,
  input: ({ params, body }) => ({ id: params.id, ...body }),
  execute: changeMember,
  present: (member) => answer(200, presentMemberRecord(member)),
  onceOnly: PERSONAL,
});

type Invitation = Invited & { readonly memberId: MemberId };

export const inviteMemberEndpoint = tenantEndpoint({
  contract: contracts.inviteMember,
  input: ({ params, body }) => ({ id: params.id, email: body.email }),
  execute: async (caller: ApiKeyCaller, input, claim: IdempotencyClaim<Invitation> | null): Promise<Invitation> => {
    const withMember = (invited: Invited) => ({ ...invited, memberId: input.id });
    const ofInvited = claim && { ...claim, answerTo: (invited: Invited) => claim.answerTo(withMember(invited)) };
    return withMember(await inviteMember(onRealTime(caller), input, ofInvited));
  },
  present: ({ memberId, link }) => answer(201, { member: memberId, link }),
  secret: {
    field: "link",
    what: "The link",
    replacing: ({ member: id }) => ({ contract: contracts.inviteMember, params: { id }, isSameBody: true }),
  },
});

export const openAccountEndpoint = tenantEndpoint({
  contract: contracts.openAccount,
  input: ({ params, body: { currency } }) => {
    if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
    return { memberId: params.id, currency };
  },
  execute: (caller: ApiKeyCaller, input, claim: IdempotencyClaim<OwnedAccount> | null) =>
    openAccount(caller, input, claim),
  present: (account) => answer(201, presentAccountRecord(account)),
});

export const listAccountsEndpoint = tenantList(contracts.listAccounts, accountListOf, presentAccountRecord);

export const getAccountEndpoint = tenantEndpoint({
  contract: contracts.getAccount,
  input: ({ params }) => ({ id: params.id }),
  execute: getAccount,
  present: (account) => answer(200, presentAccountRecord(account)),
});
