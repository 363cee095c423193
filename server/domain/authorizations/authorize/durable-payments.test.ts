import assert from "node:assert/strict";
import { before, test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase({ isDurable: true });

before(async () => {
  await queryTestDatabase("CREATE TABLE waits (outcome text, setting text)");
  await queryTestDatabase(`CREATE FUNCTION note_wait() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO waits VALUES (NEW.outcome, current_setting('synchronous_commit'));
      RETURN NULL;
    END $$`);
  await queryTestDatabase(
    "CREATE TRIGGER note_wait AFTER INSERT ON authorizations FOR EACH ROW EXECUTE FUNCTION note_wait()",
  );
});

const readWaits = () => queryTestDatabase("SELECT outcome, setting FROM waits ORDER BY outcome");

test("the read of a payment waits for no disk; what is written does, also in the transaction that locks", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  for (let i = 0; i < 3; i += 1) await authorize(tenant, card, 1);
  const text = "UPDATE cards SET status = 'frozen', rules_version = rules_version + 1 WHERE id = $1";
  await whileUncommitted({ text, values: [card.id] }, () => declineOf(tenant, card, 10, { reasonCode: "62" }));
  const approved = { outcome: "approved", setting: "on" };
  assert.deepEqual(await readWaits(), [approved, approved, approved, { outcome: "declined", setting: "on" }]);
});
