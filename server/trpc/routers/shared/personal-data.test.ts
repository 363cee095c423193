import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("no one signed out sees or does anything", async () => {
  const { personalData } = portalOf(null).shared;
  await assert.rejects(personalData.previewErasure(), /signed out/);
  await assert.rejects(personalData.erase({ password: "a", agreed: "b" }), /signed out/);
});

test("a login with a second factor takes a code; what is shown names what stays", async () => {
  const { memberId, accountId } = await createTestCard(await createTestTenant(), { fundsMinor: 12_50n });
  const user = await createTestUser({ kind: "member", memberId });
  const { password } = user;
  const { shared, wallet } = portalOf(await openTestSession(user));
  const { secret } = await shared.secondFactor.begin({ password });
  const { recoveryCodes } = await shared.secondFactor.confirm({ code: new TOTP({ secret }).generate() });
  const shown = await shared.personalData.previewErasure();
  assert.deepEqual(shown.left, [{ id: accountId, currency: "USD", posted: 12.5, held: 0 }]);
  assert.deepEqual([shown.openCards, shown.obstacles], [1, []]);
  const { agreed } = shown;
  await assert.rejects(shared.personalData.erase({ password, agreed }), /code is wrong/);
  await assert.rejects(shared.personalData.erase({ password: "wrong", agreed }), /not your password/);
  await shared.personalData.erase({ password, agreed, code: recoveryCodes[0] ?? "" });
  await assert.rejects(wallet.accounts.list(), /signed out/);
  assert.equal(await getPrisma().recoveryCode.count({ where: { userId: user.id } }), 0);
});
