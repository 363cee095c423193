import assert from "node:assert/strict";
import { test } from "node:test";
import { epcText } from "./epc-text";

const bank = {
  holder: "Closed Loop Trust",
  country: "DE",
  accountNumber: "DE89370400440532013000",
  bankCode: "COBADEFFXXX",
  bankName: "Commerzbank",
};
const way = { currency: "EUR", reference: "RF1910000042", bank };

test("the code of the EPC has service, name, IBAN, amount, and reference, line by line", () => {
  assert.equal(
    epcText(way, 12.5),
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nClosed Loop Trust\nDE89370400440532013000\nEUR12.50\n\nRF1910000042",
  );
  assert.equal(epcText({ ...way, bank: { ...bank, bankCode: null } }, null)?.split("\n")[4], "");
  assert.equal(epcText(way, null)?.split("\n")[7], "", "the payer types the amount");
});

test("there is none for another currency, without a bank, or for a number that is no IBAN", () => {
  assert.equal(epcText({ ...way, currency: "USD" }, 5), null);
  assert.equal(epcText({ ...way, bank: null }, 5), null);
  assert.equal(epcText({ ...way, bank: { ...bank, accountNumber: "123456789" } }, 5), null);
});
