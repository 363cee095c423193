import { z } from "zod";
import {
  AccountIdField,
  AmountInput,
  AmountOutput,
  CardIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  MccField,
  PanTokenField,
  RecordIdField,
} from "@/server/contracts/fields";
import { created, defineOperation, GET, ok, page } from "../operation";
import { pageInQuery, pageOf } from "../reading-back/list-fields";
import { formatSecretShown, secretShownField } from "../secret-shown";
import { accountExample } from "./members";

const shared = { tag: "Cards", auth: "tenant" } as const;

const MAX_MCCS = 50;

const CountInput = z.int().min(1).max(10_000).meta({ description: "Payments of one UTC day." });
const MccsInput = z
  .array(MccField)
  .max(MAX_MCCS)
  .meta({ description: "Merchant categories where the card works. Empty: all." });

const card = z.strictObject({
  id: RecordIdField,
  account: RecordIdField,
  member: RecordIdField,
  currency: CurrencyField,
  last4: z.string().length(4).meta({ description: "The last characters of the panToken." }),
  status: z.enum(["active", "frozen", "closed", "expired"]),
  frozenBy: z.enum(["issuer", "member"]).nullable().meta({ description: "Who froze or closed it." }),
  expiresOn: DateField.meta({ description: "The first day the card no longer works, UTC." }),
  perTransactionLimit: AmountOutput.nullable(),
  dailyAmountLimit: AmountOutput.nullable(),
  dailyCountLimit: z.int().nullable(),
  allowedMccs: z.array(z.string()),
  createdAt: DateTimeField,
});

const Card = card.meta({ id: "IssuedCard" });

const NewCard = card
  .extend({
    panToken: PanTokenField.optional().meta({
      description: "The card’s token for payments. Returned once, in the first response.",
    }),
    ...secretShownField,
  })
  .meta({ id: "NewCard" });

const cardExample = {
  id: "3Fq8rTCd2Xv7Pf6Mh",
  account: accountExample.id,
  member: accountExample.member,
  currency: "USD",
  last4: "k9Qz",
  status: "active",
  frozenBy: null,
  expiresOn: "2030-12-01",
  perTransactionLimit: 20,
  dailyAmountLimit: 50,
  dailyCountLimit: null,
  allowedMccs: ["5812"],
  createdAt: "2026-11-21T09:32:00.000Z",
};
const PAN_TOKEN = "v7Rw2Lx9Tb4Nc1k9Qz".slice(0, 17);

const REPLACE = { method: "POST", path: "/v1/accounts/{id}/cards/{cardId}/replace" } as const;
const replacing = { contract: REPLACE, params: { id: accountExample.id, cardId: cardExample.id } };
const repeatedCard = { ...cardExample, secretShown: formatSecretShown("The panToken", replacing) };

const AccountPath = z.object({
  id: AccountIdField.meta({ description: "Id of the account.", examples: [accountExample.id] }),
});
const CardPath = AccountPath.extend({
  cardId: CardIdField.meta({ description: "Id of the card.", examples: [cardExample.id] }),
});

export const issueCard = defineOperation({
  ...shared,
  id: "issueCard",
  method: "POST",
  path: "/v1/accounts/{id}/cards",
  summary: "Issue a card",
  description:
    "Issues a card that pays from the account. There is no card number: the panToken is returned in this response only. The card works for four years. A member can have at most 50 cards that aren’t closed.",
  idempotency: "required",
  params: AccountPath,
  body: {
    schema: z
      .object({
        perTransactionLimit: AmountInput.optional(),
        dailyAmountLimit: AmountInput.optional(),
        dailyCountLimit: CountInput.optional(),
        allowedMccs: MccsInput.optional(),
      })
      .meta({ id: "IssueCard" }),
    example: { perTransactionLimit: 20, dailyAmountLimit: 50, allowedMccs: ["5812"] },
  },
  responses: created(
    "Issued.",
    NewCard,
    { ...cardExample, panToken: PAN_TOKEN },
    { without: "the panToken", example: repeatedCard },
  ),
  errors: ["account_not_found", "not_permitted", "not_enabled", "limit_reached"],
});

export const listCards = defineOperation({
  ...shared,
  id: "listCards",
  ...GET,
  path: "/v1/accounts/{id}/cards",
  summary: "List an account’s cards",
  description: "Every card, newest first, including closed ones. The panToken is never included.",
  params: AccountPath,
  query: z.object(pageInQuery),
  responses: page(pageOf("IssuedCardList", Card), [cardExample]),
  errors: ["account_not_found", "invalid_reference"],
});

export const getCard = defineOperation({
  ...shared,
  id: "getCard",
  ...GET,
  path: "/v1/accounts/{id}/cards/{cardId}",
  summary: "Get a card",
  description: "Never its panToken.",
  params: CardPath,
  responses: ok("The card.", Card, cardExample),
  errors: ["card_not_found"],
});

export const updateCard = defineOperation({
  ...shared,
  id: "updateCard",
  method: "PATCH",
  path: "/v1/accounts/{id}/cards/{cardId}",
  summary: "Freeze, unfreeze, close, or limit a card",
  description:
    "Fields you leave out stay as they are. Changes apply from the next payment, and `closed` is permanent. The member has limits of their own: the lower one applies, and you can’t unfreeze what the member froze.",
  idempotency: "optional",
  params: CardPath,
  body: {
    schema: z
      .object({
        status: z.enum(["active", "frozen", "closed"]).optional(),
        perTransactionLimit: AmountInput.nullable().optional().meta({ description: "Null removes it." }),
        dailyAmountLimit: AmountInput.nullable().optional().meta({ description: "Null removes it." }),
        dailyCountLimit: CountInput.nullable().optional().meta({ description: "Null removes it." }),
        allowedMccs: MccsInput.optional().meta({
          description: "Replaces the whole list. Empty: the card works everywhere.",
        }),
      })
      .meta({ id: "UpdateCard" }),
    example: { status: "frozen" },
  },
  responses: ok("Changed.", Card, { ...cardExample, status: "frozen", frozenBy: "issuer" }),
  errors: ["card_not_found", "card_closed", "not_permitted"],
});

export const replaceCard = defineOperation({
  ...shared,
  id: "replaceCard",
  ...REPLACE,
  summary: "Replace a lost card",
  description:
    "Closes the card and issues another with the same limits, including the member’s own. What was used of them today carries over.",
  idempotency: "required",
  params: CardPath,
  responses: created(
    "The new card.",
    NewCard,
    { ...cardExample, panToken: PAN_TOKEN },
    { without: "the panToken", example: repeatedCard },
  ),
  errors: ["card_not_found", "card_closed", "not_permitted"],
});
