import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/disputes";
import { answerDispute, closeDispute, type Dispute, openDispute, readDispute } from "@/server/domain/disputes";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { disputeList } from "@/server/domain/queries";
import { playDisputingMember, playPayingMember } from "@/server/domain/sandbox";
import { presentDispute } from "@/server/presenters/rest/disputes";

/** What people wrote: the stored response outlives their data. */
const WORDS = ["note", "message", "answer"] as const;

export const listDisputesEndpoint = tenantList(contracts.listDisputes, disputeList, presentDispute);

export const getDisputeEndpoint = tenantEndpoint({
  contract: contracts.getDispute,
  input: ({ params }) => ({ id: params.id }),
  execute: (caller, input) => readDispute(caller, input),
  present: (dispute) => answer(200, presentDispute(dispute)),
});

export const closeDisputeEndpoint = tenantEndpoint({
  contract: contracts.closeDispute,
  input: ({ params, body }) => ({ id: params.id, outcome: body.outcome, message: body.message ?? null }),
  execute: closeDispute,
  present: (dispute) => answer(200, presentDispute(dispute)),
  onceOnly: WORDS,
});

export const openSandboxDisputeEndpoint = tenantEndpoint({
  contract: contracts.openSandboxDispute,
  input: ({ body }) => ({ id: body.authorization, reason: body.reason, note: body.note ?? null }),
  execute: async (caller, { id, ...said }, claim: IdempotencyClaim<Dispute> | null) => {
    const { member, rootId } = await playPayingMember(caller, id);
    return openDispute(member, { id: rootId, ...said }, claim);
  },
  present: (dispute) => answer(201, presentDispute(dispute)),
  onceOnly: WORDS,
});

export const answerSandboxDisputeEndpoint = tenantEndpoint({
  contract: contracts.answerSandboxDispute,
  input: ({ params, body }) => ({ id: params.id, answer: body.answer }),
  execute: async (caller, { id, answer: said }, claim: IdempotencyClaim<Dispute> | null) => {
    const { member, authorizationId } = await playDisputingMember(caller, id);
    return answerDispute(member, { id: authorizationId, answer: said }, claim);
  },
  present: (dispute) => answer(200, presentDispute(dispute)),
  onceOnly: WORDS,
});
