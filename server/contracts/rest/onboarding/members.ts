import { z } from "zod";
import { EMAIL } from "@/server/contracts/email";
import {
  AmountOutput,
  CurrencyField,
  DateTimeField,
  growing,
  MemberIdField,
  RecordIdField,
} from "@/server/contracts/fields";
import { Metadata, MetadataInput } from "@/server/contracts/metadata";
import { created, defineOperation, GET, ok, page } from "../operation";
import { pageInQuery, pageOf } from "../reading-back/list-fields";
import { formatSecretShown, secretShownField } from "../secret-shown";
import { ExternalIdInput, ExternalIdOutput, IdInPath, NameInput } from "./fields";

const shared = { tag: "Members", auth: "tenant" } as const;

const EmailInput = z
  .email({ pattern: EMAIL })
  .max(254)
  .meta({ format: "email", description: "Contact email. It doesn’t create a login." });

const member = z.strictObject({
  id: RecordIdField,
  name: z.string(),
  externalId: ExternalIdOutput,
  email: z.string().nullable(),
  metadata: Metadata.nullable(),
  createdAt: DateTimeField,
  erasedAt: DateTimeField.nullable().meta({
    description: "When the member’s personal data was deleted. Null if it wasn’t.",
  }),
});

const Member = member.meta({ id: "Member" });

const ONCE = "Omitted on an idempotent replay: stored responses contain no personal data.";

/** Response to a write; a repeat leaves out personal fields. */
const WrittenMember = member
  .extend({
    name: z.string().optional().meta({ description: ONCE }),
    externalId: z.string().nullable().optional().meta({ description: ONCE }),
    email: z.string().nullable().optional().meta({ description: ONCE }),
    metadata: Metadata.nullable().optional().meta({ description: ONCE }),
  })
  .meta({ id: "WrittenMember" });

const memberExample = {
  id: "3Fq8rTMb6Ht3Rc9Zk",
  name: "Ada Park",
  externalId: null,
  email: "ada@example.com",
  metadata: { team: "North" },
  createdAt: "2026-11-21T09:30:00.000Z",
  erasedAt: null,
};
const { name: _name, externalId: _externalId, email: _email, metadata: _metadata, ...repeatedMember } = memberExample;

const MemberPath = z.object({
  id: MemberIdField.meta({ description: "Id of the member.", examples: [memberExample.id] }),
});

export const createMember = defineOperation({
  ...shared,
  id: "createMember",
  method: "POST",
  path: "/v1/members",
  summary: "Create a member",
  description:
    "Creates a person to whom you issue accounts and cards. Members can pay without ever signing in; an invitation gives them the wallet.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        name: NameInput,
        externalId: ExternalIdInput.optional(),
        email: EmailInput.optional(),
        metadata: MetadataInput.optional(),
      })
      .meta({ id: "CreateMember" }),
    example: { name: memberExample.name, email: memberExample.email, metadata: memberExample.metadata },
  },
  responses: created("Created.", WrittenMember, memberExample, {
    without: "personal details",
    example: repeatedMember,
  }),
  errors: ["external_id_taken", "not_enabled"],
});

export const listMembers = defineOperation({
  ...shared,
  id: "listMembers",
  ...GET,
  path: "/v1/members",
  summary: "List members",
  description: "The tenant’s members, newest first.",
  query: z.object({ externalId: ExternalIdInput.optional(), ...pageInQuery }),
  responses: page(pageOf("MemberList", Member), [memberExample]),
  errors: ["invalid_reference"],
});

export const getMember = defineOperation({
  ...shared,
  id: "getMember",
  ...GET,
  path: "/v1/members/{id}",
  summary: "Get a member",
  description: "Returns one of your own.",
  params: MemberPath,
  responses: ok("The member.", Member, memberExample),
  errors: ["member_not_found"],
});

export const updateMember = defineOperation({
  ...shared,
  id: "updateMember",
  method: "PATCH",
  path: "/v1/members/{id}",
  summary: "Change a member",
  description: "Fields you leave out stay as they are; metadata is replaced as a whole.",
  idempotency: "optional",
  params: MemberPath,
  body: {
    schema: z
      .object({
        name: NameInput.optional(),
        externalId: ExternalIdInput.nullable().optional().meta({ description: "Null removes it." }),
        email: EmailInput.nullable().optional().meta({ description: "Null removes it." }),
        metadata: MetadataInput.nullable().optional().meta({ description: "Null removes it." }),
      })
      .meta({ id: "UpdateMember" }),
    example: { metadata: { team: "South" } },
  },
  responses: ok("Changed.", WrittenMember, { ...memberExample, metadata: { team: "South" } }),
  errors: ["member_not_found", "not_permitted", "external_id_taken"],
});

const INVITE = { method: "POST", path: "/v1/members/{id}/invitations" } as const;
const inviting = { contract: INVITE, params: { id: memberExample.id }, isSameBody: true } as const;
const MemberInvitation = z
  .strictObject({
    member: RecordIdField,
    link: z.string().optional().meta({ description: "Returned once, in the first response." }),
    ...secretShownField,
  })
  .meta({ id: "MemberInvitation" });

export const inviteMember = defineOperation({
  ...shared,
  id: "inviteMember",
  ...INVITE,
  summary: "Invite a member to the wallet",
  description:
    "Emails a link that works once, for a week. A member has one login, so a new invitation replaces an earlier one. You can invite 20 people in 24 hours, or 5,000 once approved for live (10,000 in the tier plus, 20,000 in network); beyond that the response is a 409 `daily_limit_reached`. Repeating an invitation to the same address doesn’t count. The public sandbox sends no emails. A wallet pays and pays out, so your key needs `payments:write` and `money:write` beside `members:write`.",
  idempotency: "required",
  params: MemberPath,
  body: {
    schema: z
      .object({ email: EmailInput.meta({ description: "Email of the person who gets the wallet." }) })
      .meta({ id: "InviteMember" }),
    example: { email: memberExample.email },
  },
  responses: created(
    "Invited. Anyone with the link can open the wallet, so share it with no one else.",
    MemberInvitation,
    { member: memberExample.id, link: "https://pay.example.com/invite/4f1c2a9be07d5538" },
    {
      without: "the link",
      example: { member: memberExample.id, secretShown: formatSecretShown("The link", inviting) },
    },
  ),
  errors: ["member_not_found", "not_permitted", "daily_limit_reached"],
});

export const accountExample = {
  id: "3Fq8rTAc8Wn5Jd2Lx",
  member: memberExample.id,
  currency: "USD",
  available: 0,
  held: 0,
  posted: 0,
  status: "open" as const,
  fundingReference: "RF1910000042",
  createdAt: "2026-11-21T09:31:00.000Z",
};

export const AccountStatusField = growing(["open", "closed"], { description: "`closed`: the member has left." });

const Signed = z.number().meta({ description: "A JSON number in the account’s currency. Negative if overdrawn." });

export const Account = z
  .strictObject({
    id: RecordIdField,
    member: RecordIdField,
    currency: CurrencyField,
    available: Signed.meta({ description: "The amount available to spend: posted minus held, plus any credit." }),
    held: AmountOutput.meta({ description: "Reserved by open holds." }),
    posted: Signed,
    status: AccountStatusField,
    fundingReference: z.string().meta({
      description:
        "The payment reference for bank transfers that fund this account, as in ISO 11649, without spaces. Never changes.",
    }),
    createdAt: DateTimeField,
  })
  .meta({ id: "MemberAccount" });

export const openAccount = defineOperation({
  ...shared,
  id: "openMemberAccount",
  method: "POST",
  path: "/v1/members/{id}/accounts",
  summary: "Open an account for a member",
  description: "Opens an empty account in one currency. A member can have at most 20.",
  idempotency: "required",
  params: MemberPath,
  body: {
    schema: z.object({ currency: CurrencyField }).meta({ id: "OpenMemberAccount" }),
    example: { currency: accountExample.currency },
  },
  responses: created("Opened.", Account, accountExample),
  errors: ["member_not_found", "not_permitted", "not_enabled", "limit_reached"],
});

export const listAccounts = defineOperation({
  ...shared,
  id: "listMemberAccounts",
  ...GET,
  path: "/v1/members/{id}/accounts",
  summary: "List a member’s accounts",
  description: "The member’s accounts, newest first, each with its balance.",
  params: MemberPath,
  query: z.object(pageInQuery),
  responses: page(pageOf("MemberAccountList", Account), [accountExample]),
  errors: ["member_not_found", "invalid_reference"],
});

export const getAccount = defineOperation({
  ...shared,
  id: "getMemberAccount",
  ...GET,
  path: "/v1/accounts/{id}",
  summary: "Get an account",
  description: "Returns the account with its balance, and how much of it is held.",
  params: z.object({ id: IdInPath("Id of the account.", accountExample.id).brand<"RecordId">().brand<"account">() }),
  responses: ok("The account.", Account, accountExample),
  errors: ["account_not_found"],
});
