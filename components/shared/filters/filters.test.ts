import assert from "node:assert/strict";
import { test } from "node:test";
import { auditFilterOf } from "@/components/tenant/audit/filter";
import { filterOf } from "@/components/tenant/authorizations/filter";
import { chargeFilterOf } from "@/components/tenant/charge-requests/filter";
import { eventFilterOf } from "@/components/tenant/events/filter";
import { memberFilterOf } from "@/components/tenant/members/filter";
import { merchantFilterOf } from "@/components/tenant/merchants/filter";
import { codeFilterOf } from "@/components/tenant/payment-codes/filter";
import { requestFilterOf } from "@/components/tenant/requests/filter";
import { batchFilterOf } from "@/components/tenant/settlement/filter";
import { deliveryFilterOf } from "@/components/tenant/webhooks/filter";
import { subscriptionFilterOf } from "@/components/tenant/webhooks/subscription-filter";
import { readFilters } from "@/components/wallet/activity/activity-filters";
import {
  AuthorizationListInput,
  BatchListInput,
  ChargeRequestListInput,
  CodeListInput,
} from "@/server/contracts/portal/tenant/money";
import { RequestListInput } from "@/server/contracts/portal/tenant/requests";
import { AuditListInput, MemberListInput, MerchantListInput } from "@/server/contracts/portal/tenant/setup";
import { DeliveryPageInput, EventListInput, SubscriptionPageInput } from "@/server/contracts/portal/tenant/webhooks";
import { ActivityInput } from "@/server/contracts/portal/wallet/activity";

const ID = "3Fq8rT2kZb7Wn4XsD";
const WORDS = [
  "held",
  "active",
  "denied",
  "paid",
  "hold",
  "Held",
  "",
  " ",
  ID,
  `${ID}x`,
  "a".repeat(80),
  "a".repeat(81),
  "a".repeat(100),
  "a".repeat(101),
];
const LONG = ["a".repeat(128), "a".repeat(129), "é\u0000"];
const DAYS = ["2027-06-30", "2027-02-30", "2027-6-30", "2024-02-29", "2027-13-01", "today", "0000-00-00"];
const CURSORS = [`2027-06-30T10:00:00.000Z~${ID}`, `2027-99-30T10:00:00.000Z~${ID}`, `2027-06-30~${ID}`];
const SORTED = ["caf%C3%A9", "12.5", "%", "%00", "a b"].map((value) => `2027-06-30T10:00:00.000Z~${value}~${ID}`);
const SORTS = ["time", "-time", "amount", "-amount", "--amount", "name", "status", "-net"];
const AMOUNTS = ["EUR", "XXX", "99.00", "1e3", "-1", "1234567890", "51", "00", "card", "cash"];
const VALUES = [...AMOUNTS, ...WORDS, ...LONG, ...DAYS, ...CURSORS, ...SORTED, ...SORTS];

const LISTS = [
  {
    what: "events",
    read: eventFilterOf,
    contract: EventListInput.omit({ tenant: true, environment: true }),
    names: ["event", "record", "from", "to", "cursor"],
  },
  {
    what: "authorizations",
    read: filterOf,
    contract: AuthorizationListInput,
    names: [
      "state",
      "merchant",
      "member",
      "from",
      "to",
      "currency",
      "least",
      "most",
      "reason",
      "way",
      "search",
      "sort",
      "cursor",
    ],
  },
  { what: "payment codes", read: codeFilterOf, contract: CodeListInput, names: ["state", "search", "sort", "cursor"] },
  {
    what: "charge requests",
    read: chargeFilterOf,
    contract: ChargeRequestListInput,
    names: ["state", "merchant", "search", "sort", "cursor"],
  },
  { what: "settlements", read: batchFilterOf, contract: BatchListInput, names: ["merchant", "sort", "cursor"] },
  { what: "members", read: memberFilterOf, contract: MemberListInput, names: ["search", "sort", "cursor"] },
  { what: "merchants", read: merchantFilterOf, contract: MerchantListInput, names: ["sort", "cursor"] },
  { what: "the audit log", read: auditFilterOf, contract: AuditListInput, names: ["noun", "actor", "sort", "cursor"] },
  {
    what: "requests",
    read: requestFilterOf,
    contract: RequestListInput.omit({ tenant: true, environment: true }),
    names: ["operation", "key", "error", "idempotencyKey", "requestId", "sort", "cursor"],
  },
  {
    what: "deliveries",
    read: deliveryFilterOf,
    contract: DeliveryPageInput.omit({ tenant: true, environment: true, id: true }),
    names: ["status", "event", "sort", "cursor"],
  },
  {
    what: "webhooks",
    read: subscriptionFilterOf,
    contract: SubscriptionPageInput.omit({ tenant: true, environment: true }),
    names: ["status", "search", "sort", "cursor"],
  },
  { what: "activity", read: readFilters, contract: ActivityInput, names: ["outcome", "account"] },
] as const;

for (const { what, read, contract, names } of LISTS) {
  test(`the filters of ${what} in an address are those the contract takes`, () => {
    for (const name of names) {
      for (const value of VALUES.filter((text) => text !== "")) {
        const isRead = Object.hasOwn(read(new URLSearchParams({ [name]: value })), name);
        const isTaken = contract.safeParse({ [name]: value }).success;
        assert.equal(isRead, isTaken, `${name}=${JSON.stringify(value)}`);
      }
    }
  });
}

test("what a member searches for is trimmed, as the contract does", () => {
  for (const value of VALUES) {
    const taken = ActivityInput.shape.search.safeParse(value);
    const search = readFilters(new URLSearchParams({ q: value })).search;
    assert.equal(search, taken.success ? taken.data : undefined, JSON.stringify(value));
  }
});
