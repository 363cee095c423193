import assert from "node:assert/strict";
import { test } from "node:test";
import { EmailField } from "./account";

for (const [typed, stored] of [
  ["ivan@почта.рф", "ivan@xn--80a1acny.xn--p1ai"],
  ["li@例子.中国", "li@xn--fsqu00a.xn--fiqs8s"],
  ["Robin@Example.com", "Robin@Example.com"],
  ["robin@münchen.example", "robin@xn--mnchen-3ya.example"],
] as const) {
  test(`the address ${typed} is taken`, () => assert.equal(EmailField.parse(typed), stored));
}

for (const typed of ["robin", "robin@", "@почта.рф", "robin@почта", "a b@почта.рф", "robin@почта.рф/x", 7]) {
  test(`${typed} is no address`, () => assert.equal(EmailField.safeParse(typed).success, false));
}
