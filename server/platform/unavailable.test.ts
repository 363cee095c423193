import assert from "node:assert/strict";
import { test } from "node:test";
import { UnavailableError } from "./unavailable";

class Copy extends Error {
  override readonly name = "UnavailableError";
}

test("an error of the class's other copy is one too, and nothing else is", () => {
  assert.ok(new UnavailableError("away") instanceof UnavailableError);
  assert.ok(new Copy("away") instanceof UnavailableError);
  for (const other of [new Error("UnavailableError"), { name: "UnavailableError" }, null, "UnavailableError"]) {
    assert.equal((other as unknown) instanceof UnavailableError, false);
  }
});
