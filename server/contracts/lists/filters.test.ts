import assert from "node:assert/strict";
import { test } from "node:test";
import { listInput } from "../portal/shared/pages";
import * as eventLists from "./events";
import { type List, readList } from "./filters";
import * as networkLists from "./network";
import * as tenantLists from "./tenant";

const ID = "3Fq8rT2kZb7Wn4XsD";
const WORDS = [
  "held",
  "active",
  "denied",
  "paid",
  "Held",
  "",
  " ",
  " a ",
  ID,
  `${ID}x`,
  "yes",
  "POST /v1/me",
  "a\u202eb",
];
const LONG = [40, 41, 64, 65, 80, 81, 100, 101, 120, 121, 128, 129, 300, 301].map((length) => "a".repeat(length));
const DAYS = ["2027-06-30", "2027-02-30", "2027-6-30", "2024-02-29", "2027-13-01", "today", "0000-00-00"];
const CURSORS = [`2027-06-30T10:00:00.000Z~${ID}`, `2027-99-30T10:00:00.000Z~${ID}`, `2027-06-30~${ID}`];
const SORTED = ["caf%C3%A9", "12.5", "%", "%00", "a b"].map((value) => `2027-06-30T10:00:00.000Z~${value}~${ID}`);
const SORTS = ["time", "-time", "amount", "-amount", "--amount", "name", "status", "-net"];
const AMOUNTS = ["EUR", "eur", "99.00", "1e3", "-1", "1234567890", "51", "é\u0000", "a.b", "a.b.c"];
const VALUES = [...WORDS, ...LONG, ...DAYS, ...CURSORS, ...SORTED, ...SORTS, ...AMOUNTS];

const LISTS: readonly [string, List][] = Object.entries({ tenantLists, eventLists, networkLists }).flatMap(
  ([module, lists]) => Object.entries(lists).map(([name, list]): [string, List] => [`${module}.${name}`, list]),
);

for (const [name, list] of LISTS) {
  test(`${name}: an address may say what the contract takes`, () => {
    const contract = listInput(list);
    for (const field of [...Object.keys(list.filters), "sort", "cursor"]) {
      for (const value of VALUES) {
        const isRead = Object.hasOwn(readList(new URLSearchParams({ [field]: value }), list), field);
        const isKnown = field in contract.shape;
        const isTaken = isKnown && contract.safeParse({ [field]: value }).success;
        assert.equal(isRead, isTaken, `${field}=${JSON.stringify(value)}`);
      }
    }
  });
}
