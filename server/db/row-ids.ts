import type { Id } from "@/server/platform/noun-ids";

/**
 * The only place where database ids get the brand of their noun: by table for a row's own id, by column name for references.
 * Prisma types every id as string; a test compares both lists with the foreign keys.
 */
export const NOUN_OF_TABLE = {
  tenants: "tenant",
  merchants: "merchant",
  members: "member",
  accounts: "account",
  cards: "card",
  authorizations: "authorization",
  webhook_subscriptions: "subscription",
} as const;

export const NOUN_OF_COLUMN = {
  tenantId: "tenant",
  merchantId: "merchant",
  memberId: "member",
  accountId: "account",
  cardId: "card",
  authorizationId: "authorization",
  rootId: "authorization",
  parentId: "authorization",
  /** On a capture: the authorization captured, which may be an increment. */
  targetId: "authorization",
  subscriptionId: "subscription",
  /** On a rescue: the decline, and the payment made by it. */
  declinedId: "authorization",
  usedById: "authorization",
} as const;

type NounIn<Table, Column> = Column extends "id"
  ? Table extends keyof typeof NOUN_OF_TABLE
    ? (typeof NOUN_OF_TABLE)[Table]
    : null
  : Column extends keyof typeof NOUN_OF_COLUMN
    ? (typeof NOUN_OF_COLUMN)[Column]
    : null;

type Branded<Value, Noun> = Noun extends string ? Id<Noun> | Extract<Value, null> : Value;

export type WithNouns<Table, Row> = { [Column in keyof Row]: Branded<Row[Column], NounIn<Table, Column>> };
