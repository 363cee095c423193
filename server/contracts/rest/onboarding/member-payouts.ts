import { z } from "zod";
import {
  AccountIdField,
  AmountInput,
  AmountOutput,
  CurrencyField,
  DateTimeField,
  listedId,
  MemberIdField,
  RecordIdField,
} from "@/server/contracts/fields";
import { created, defineOperation, GET, ok, page } from "../operation";
import { CreatedField, pageInQuery, pageOf } from "../reading-back/list-fields";
import { PayoutStatusField, payoutShape, payoutShapeExample } from "../reading-back/settlement";
import { bankAccountShape, IdInPath } from "./fields";
import { accountExample } from "./members";

const shared = { tag: "Members", auth: "tenant" } as const;

const MemberPayout = z
  .strictObject({
    id: listedId("memberPayoutId"),
    memberPayoutId: RecordIdField,
    account: RecordIdField,
    member: RecordIdField,
    currency: CurrencyField,
    amount: AmountOutput.meta({ description: "The amount that arrives at the bank." }),
    fee: AmountOutput.meta({ description: "The fee, whoever pays it. Not refunded if the payout is returned." }),
    ...payoutShape,
    createdAt: DateTimeField,
  })
  .meta({ id: "MemberPayout" });

const example = {
  id: "3Fq8rWMp4Rt8Yc2Nd",
  memberPayoutId: "3Fq8rWMp4Rt8Yc2Nd",
  account: accountExample.id,
  member: accountExample.member,
  currency: accountExample.currency,
  amount: 25,
  fee: 0,
  ...payoutShapeExample,
  createdAt: "2026-11-22T09:32:00.000Z",
};
const asked = { ...example, status: "pending", exportedAt: null, sentAt: null, paidAt: null } as const;

export const createMemberPayout = defineOperation({
  ...shared,
  id: "createMemberPayout",
  method: "POST",
  path: "/v1/member-payouts",
  summary: "Pay a member out",
  description:
    "Pays a member’s own money to a bank account in the member’s name, with the network’s next payment file. Held money and credit are excluded. The network sets the minimum and the fee for each currency; without them, payouts in that currency aren’t available. Members can also request payouts in their wallet.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        account: AccountIdField.meta({ description: "An account of one of your members." }),
        amount: AmountInput.optional().meta({
          description:
            "The amount that arrives at the bank. Defaults to the available balance, less the fee if the member pays it.",
        }),
        ...bankAccountShape,
      })
      .meta({ id: "CreateMemberPayout" }),
    example: { account: example.account, country: "DE", accountNumber: "DE89 3704 0044 0532 0130 00" },
  },
  responses: created("Asked for.", MemberPayout, asked),
  errors: ["invalid_reference", "not_permitted"],
});

export const listMemberPayouts = defineOperation({
  ...shared,
  id: "listMemberPayouts",
  ...GET,
  path: "/v1/member-payouts",
  summary: "List members’ payouts",
  description: "Payouts to your members, newest first, with their status.",
  query: z.object({
    created: CreatedField,
    status: PayoutStatusField.optional(),
    member: MemberIdField.optional().meta({ description: "Only of this member." }),
    ...pageInQuery,
  }),
  responses: page(pageOf("MemberPayoutList", MemberPayout), [example]),
  errors: ["invalid_reference"],
});

export const getMemberPayout = defineOperation({
  ...shared,
  id: "getMemberPayout",
  ...GET,
  path: "/v1/member-payouts/{id}",
  summary: "Get a member’s payout",
  description: "Returns a payout to one of your members.",
  params: z.object({ id: IdInPath("The memberPayoutId.", example.id) }),
  responses: ok("The payout.", MemberPayout, example),
  errors: ["payout_not_found"],
});
