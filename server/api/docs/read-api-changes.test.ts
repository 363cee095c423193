import assert from "node:assert/strict";
import { test } from "node:test";
import { apiChangesIn, changesFeed, readApiChanges } from "./read-api-changes";

const CHANGELOG = `# Changelog

## [Unreleased]

### Changed

- API: an unknown field is refused
  with 400.
- A card has a color.

## [0.3.0] - 2026-11-27

The first release.

### Added on 2026-11-26

- \`GET /v1/balances\` returns **balances** & debts.

### Fixed

- Webhooks come in order.
`;

test("the API's changes are the entries about it, each with its day", () => {
  assert.deepEqual(apiChangesIn(CHANGELOG), [
    { date: null, text: "an unknown field is refused with 400." },
    { date: "2026-11-26", text: "`GET /v1/balances` returns balances & debts." },
    { date: "2026-11-27", text: "Webhooks come in order." },
  ]);
});

test("the feed has what is released, and what it quotes is escaped", () => {
  const feed = changesFeed(apiChangesIn(CHANGELOG), "https://pay.example.com");
  assert.equal(feed.match(/<entry>/g)?.length, 2);
  assert.match(feed, /returns balances &amp; debts\./);
  assert.doesNotMatch(feed, /unknown field/);
});

test("our own changelog tells of the API", async () => {
  assert.ok((await readApiChanges()).length > 30);
});
