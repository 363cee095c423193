import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_BULK } from "@/server/contracts/choices";
import { DomainError } from "@/server/domain/errors";
import { readMembers } from "./read-members";

const read = (text: string, mayFund = true) => readMembers(text, { mayFund });
const issuesOf = (text: string, mayFund = true) =>
  read(text, mayFund).rows.flatMap(({ line, issues }) => issues.map(({ field, message }) => [line, field, message]));

test("columns are found by their names, in any order, and the others aren’t used", () => {
  const { columns, rows } = read(
    "Team;E-Mail;Full name;External ID;Account currency;Test money\nX;a@b.test;Ada;7;eur;12,50",
  );
  assert.deepEqual(
    columns.map(({ field }) => field),
    [null, "email", "name", "externalId", "currency", "amount"],
  );
  const [row] = rows;
  const account = { currency: "EUR", amount: "12.5" };
  assert.deepEqual(row?.member, { name: "Ada", email: "a@b.test", externalId: "7", account });
});

test("an empty cell is absent, and only the name is needed", () => {
  const member = { name: "=1+1", email: null, externalId: null, account: null };
  for (const text of ["name\n=1+1", "name,email,externalId,currency,amount\n=1+1", "name,email\n=1+1,"]) {
    assert.deepEqual(read(text).rows[0]?.member, member);
  }
});

const HEAD = "name,email,externalId,currency,amount";
const WRONG: Readonly<Record<string, readonly [row: string, field: string | null, message: RegExp]>> = {
  "no name": [",a@b.test", "name", /Enter the member’s name/],
  "a name that shows nothing": ["\u200B,a@b.test", "name", /Enter the member’s name/],
  "a long name": ["x".repeat(81), "name", /at most 80/],
  "letters that were lost": ["M\uFFFDller", "name", /UTF-8/],
  "no email": ["Ada,ada", "email", /Enter an email address/],
  "a long external id": [`Ada,,${"x".repeat(65)}`, "externalId", /at most 64/],
  "a turned external id": ["Ada,,a\u202Eb", "externalId", /control characters/],
  "no currency": ["Ada,,,dollars", "currency", /three letters/],
  "an unknown currency": ["Ada,,,XXX", "currency", /XXX isn’t a currency/],
  "an amount without a currency": ["Ada,,,,5", "currency", /currency of the amount/],
  "no amount": ["Ada,,,USD,much", "amount", /Enter an amount/],
  "an amount that may mean two": ['Ada,,,USD,"1,250"', "amount", /Enter an amount/],
  "nothing as an amount": ["Ada,,,USD,0", "amount", /at least/],
  "a negative amount": ["Ada,,,USD,-5", "amount", /Enter an amount/],
  "too many decimals": ["Ada,,,JPY,5.5", "amount", /more decimals than JPY/],
  "too many cells": ["Park, Ada,a@b.test,7,USD,5", null, /more cells/],
};

test("each wrong row has its line, field, and reason", () => {
  for (const [name, [row, field, message]] of Object.entries(WRONG)) {
    const found = issuesOf(`${HEAD}\nBen\n${row}`);
    assert.equal(found.length, 1, `${name}: ${JSON.stringify(found)}`);
    assert.deepEqual(found[0]?.slice(0, 2), [3, field], name);
    assert.match(String(found[0]?.[2]), message, name);
  }
  assert.deepEqual(
    issuesOf(`${HEAD}\n,ada,,dollars,x`).map(([, field]) => field),
    ["name", "email", "currency", "amount"],
  );
});

test("test money is refused where none may be added, and nothing else is", () => {
  const found = issuesOf(`${HEAD}\nAda,,,USD,5\nBen,,,USD,`, false);
  assert.deepEqual(
    found.map(([line, field]) => [line, field]),
    [[2, "amount"]],
  );
  assert.match(String(found[0]?.[2]), /operators add money/);
});

test("a row with an earlier one's external id, or without one its email, is its twin", () => {
  const text = "name,email,externalId\nAda,a@b.test,7\nBen,,7\nCid,c@b.test\nDan,C@B.test\nEve,a@b.test,8\nAda\nAda";
  assert.deepEqual(issuesOf(text), [
    [3, "externalId", "Is on line 2 already."],
    [5, "email", "Is on line 4 already."],
  ]);
});

const REFUSED: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
  nothing: ["\n \n", /empty/],
  "no names of columns": ["Ada,a@b.test\nBen,", /called “name”/],
  "names of columns alone": ["name,email\n", /no members below/],
  "two columns for one thing": ["name,Full name\nAda,Ada", /mean the same/],
  "an open quote": ['name\nAda\n"Ben', /line 3 isn’t closed/],
  "too many rows": [`name\n${"Ada\n".repeat(MAX_BULK + 1)}`, /has 1,001 members. Import at most 1,000/],
};

test("an unreadable file is refused with the reason", () => {
  for (const [name, [text, message]] of Object.entries(REFUSED)) {
    assert.throws(
      () => read(text),
      (error) => error instanceof DomainError && message.test(error.message),
      name,
    );
  }
  assert.equal(read(`name\n${"Ada\n".repeat(MAX_BULK)}`).rows.length, MAX_BULK);
});
