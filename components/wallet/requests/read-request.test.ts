import assert from "node:assert/strict";
import { test } from "node:test";
import { readRequest } from "./read-request";

const OURS = "https://pay.example";
const ID = "1pARfPjdTqkuUwbzC";

const READ: readonly (readonly [what: string, text: string, id: string | null])[] = [
  ["a link", `${OURS}/wallet/r/${ID}`, ID],
  ["a link that was pasted with a line feed", `  ${OURS}/wallet/r/${ID}\n`, ID],
  ["a link with something behind it", `${OURS}/wallet/r/${ID}?utm_source=mail#top`, ID],
  ["an id", ID, ID],
  ["an id that is too short", ID.slice(1), null],
  ["nothing", "", null],
  ["another page of ours", `${OURS}/wallet/settings`, null],
  ["a path that only begins like one", `${OURS}/wallet/r/${ID}/../../settings`, null],
  ["someone else’s page", `https://pay.example.evil.test/wallet/r/${ID}`, null],
  ["ours, without encryption", `http://pay.example/wallet/r/${ID}`, null],
  ["ours, by a login of someone’s", `https://pay.example@evil.test/wallet/r/${ID}`, null],
  ["a script", `javascript:alert("${ID}")`, null],
  ["a payment code", "7KQ2M9XW", null],
];

for (const [what, text, id] of READ) {
  test(`${what}: ${id ? "a request" : "none"}`, () => assert.equal(readRequest(text, OURS), id));
}
