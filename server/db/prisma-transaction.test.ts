import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "@/server/platform/unavailable";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestUser } from "@/server/testing/factories/portal";
import { withDatabaseLink } from "@/server/testing/faults/database-link";
import { isUniqueViolation } from "./errors";
import { getPrisma } from "./prisma";
import { inPrismaTransaction, lockRow } from "./prisma-transaction";
import { query } from "./query";
import { sql } from "./sql";

withTestDatabase();
const link = withDatabaseLink();

const newUser = () => createTestUser({ kind: "network_operator" });
const nameOf = async (id: string) => (await getPrisma().user.findUniqueOrThrow({ where: { id } })).name;

test("sql in a transaction of Prisma's gives and takes the same values, and is undone with it", async () => {
  const { id } = await newUser();
  const at = new Date("2026-11-27T10:00:00.123Z");
  const values = sql`SELECT ${at}::timestamptz AS moment, ${2n ** 60n}::bigint AS big_number, ${["a", "b"]}::text[] AS some_words,
    ${null}::text AS no_word, ${JSON.stringify({ a: 1 })}::jsonb AS some_fields, '2026-11-27'::date AS a_day`;
  const undone = inPrismaTransaction(async (db) => {
    const [row] = await query(db, values);
    const [same] = await query(getPrisma(), values);
    assert.deepEqual(row, {
      moment: at,
      bigNumber: 2n ** 60n,
      someWords: ["a", "b"],
      noWord: null,
      someFields: { a: 1 },
      aDay: new Date("2026-11-27T00:00:00Z"),
    });
    assert.deepEqual(same, row);
    await db.user.update({ where: { id }, data: { name: "Ada" } });
    await query(db, sql`UPDATE users SET name = name || ' L.' WHERE id = ${id}`);
    assert.equal((await db.user.findUniqueOrThrow({ where: { id } })).name, "Ada L.");
    throw new Error("changed its mind");
  });
  await assert.rejects(undone, /changed its mind/);
  assert.equal(await nameOf(id), null);
});

test("a taken unique key is told by its name, whoever wrote", async () => {
  const { id, email } = await newUser();
  const taken = { id: `${id.slice(0, 16)}x`, email, passwordHash: "x", createdAt: new Date() };
  const byPrisma = inPrismaTransaction((db) => db.user.create({ data: taken }));
  await assert.rejects(byPrisma, (error) => isUniqueViolation(error, "users_email_key"));
  const bySql = inPrismaTransaction((db) =>
    query(db, sql`INSERT INTO users (id, email, password_hash, created_at) VALUES (${taken.id}, ${email}, 'x', now())`),
  );
  await assert.rejects(bySql, (error) => isUniqueViolation(error, "users_email_key"));
});

test("two transactions locking each other's rows are both done in the end", async () => {
  const [one, other] = [await newUser(), await newUser()];
  let waiting = 2;
  let bothHaveOne: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    bothHaveOne = resolve;
  });
  const change = (first: string, second: string, name: string) => {
    let round = 0;
    return inPrismaTransaction(async (db) => {
      round += 1;
      await lockRow(db, { table: "users", id: first });
      if (round === 1) {
        waiting -= 1;
        if (waiting === 0) bothHaveOne();
        await both;
      }
      await db.user.update({ where: { id: second }, data: { name } });
      return round;
    });
  };
  const rounds = await Promise.all([change(one.id, other.id, "B"), change(other.id, one.id, "A")]);
  // The database cancels one; on a busy machine the other may time out as well.
  assert.ok(rounds.some((round) => round > 1));
  assert.deepEqual([await nameOf(one.id), await nameOf(other.id)], ["A", "B"]);
});

test("a transaction with a failed guard, or a race lost at its commit, runs again", async () => {
  const { id } = await newUser();
  await queryTestDatabase(`
    CREATE SEQUENCE commits;
    CREATE FUNCTION lose_first() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
      IF nextval('commits') = 1 THEN RAISE EXCEPTION 'lost' USING ERRCODE = 'deadlock_detected'; END IF;
      RETURN NULL;
    END $$;
    CREATE CONSTRAINT TRIGGER lost AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION lose_first()`);
  let rounds = 0;
  await inPrismaTransaction(async (db) => {
    rounds += 1;
    await query(db, sql`SELECT require_guard(${rounds > 1}::boolean)`);
    await db.user.update({ where: { id }, data: { name: "Ada" } });
  });
  assert.equal(rounds, 3);
  assert.equal(await nameOf(id), "Ada");
});

test("an unanswered commit is the database being away", async () => {
  const { id } = await newUser();
  link.loseAnswerTo("COMMIT");
  await assert.rejects(
    inPrismaTransaction((db) => db.user.update({ where: { id }, data: { name: "Ada" } })),
    UnavailableError,
  );
});

test("a database gone within a transaction is away, and nothing is written", async () => {
  const { id } = await newUser();
  const cut = inPrismaTransaction(async (db) => {
    await db.user.update({ where: { id }, data: { name: "Ada" } });
    await link.cut();
    await db.user.findUnique({ where: { id } });
  });
  await assert.rejects(cut, UnavailableError);
  await link.restore();
  assert.equal(await nameOf(id), null);
});
