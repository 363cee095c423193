import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTones } from "./format-tones";
import { deriveTones } from "./tones";

const said = (color: string) => formatTones(color, deriveTones(color)).join(" ");

test("a changed color says where it is used", () => {
  assert.match(
    said("#ffd400"),
    /^On light pages .* text and links are #\w{6}\. White text on it .* buttons are #\w{6}/,
  );
  assert.match(
    said("#101010"),
    /^On dark pages .* text and links are #\w{6}\. On dark pages .* buttons there are #\w{6}\.$/,
  );
  assert.match(said("#3a46d4"), /^On dark pages it would be hard to read/);
});
