import assert from "node:assert/strict";
import { test } from "node:test";
import { permissionsOf } from "./authority";

test("permissions of each role, in live and in test", () => {
  const leading = [
    "manage_codes",
    "manage_keys",
    "manage_members",
    "manage_merchants",
    "manage_team",
    "manage_tenant",
    "manage_webhooks",
    "move_money",
  ];
  const building = [
    "manage_codes",
    "manage_keys",
    "manage_members",
    "manage_merchants",
    "manage_webhooks",
    "move_money",
  ];
  const sorted = (role: Parameters<typeof permissionsOf>[0], environment: "live" | "test") =>
    permissionsOf(role, environment).sort();
  assert.deepEqual(sorted("owner", "live"), [...leading, "manage_owners"].sort());
  assert.deepEqual(sorted("owner", "test"), [...leading, "manage_owners", "play_sandbox"].sort());
  assert.deepEqual(sorted("admin", "live"), leading);
  assert.deepEqual(sorted("admin", "test"), [...leading, "play_sandbox"].sort());
  assert.deepEqual(sorted("developer", "live"), ["manage_webhooks"]);
  assert.deepEqual(sorted("developer", "test"), [...building, "play_sandbox"].sort());
  assert.deepEqual(sorted("viewer", "live"), []);
  assert.deepEqual(sorted("viewer", "test"), []);
});
