import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { TEST_PNG } from "@/server/testing/test-image";
import { readImage } from "./read-image";

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ""), "hex");

const FILES = {
  "a PNG": [TEST_PNG, { type: "image/png", width: 96, height: 64 }],
  "a JPEG after other segments": [
    hex("ffd8 ffe0 0004 0000 ffc4 0003 00 ffc0 0011 08 0040 0080 03 012200021101031101"),
    { type: "image/jpeg", width: 128, height: 64 },
  ],
  "a progressive JPEG": [hex("ffd8 ffc2 0011 08 0100 0200 03"), { type: "image/jpeg", width: 512, height: 256 }],
  "a lossy WebP": [
    hex("52494646 00000000 57454250 56503820 00000000 300000 9d012a 8000 4000"),
    { type: "image/webp", width: 128, height: 64 },
  ],
  "a lossless WebP": [
    hex("52494646 00000000 57454250 5650384c 00000000 2f 7fc00f00"),
    { type: "image/webp", width: 128, height: 64 },
  ],
  "an extended WebP": [
    hex("52494646 00000000 57454250 56503858 0a000000 10000000 7f0000 3f0000"),
    { type: "image/webp", width: 128, height: 64 },
  ],
} as const;

for (const [what, [file, image]] of Object.entries(FILES)) {
  test(`${what} says its size, and nothing once it is cut off`, () => {
    assert.deepEqual(readImage(file), image);
    for (let end = 0; end < 11; end += 1) assert.equal(readImage(file.subarray(0, end)), null);
  });
}

test("anything else is no image, and no bytes are a fault", () => {
  for (const text of ["", "GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF0000WEBPVP9 "]) {
    assert.equal(readImage(Buffer.from(text)), null, text);
  }
  const starts = fc.constantFrom(Buffer.alloc(0), ...Object.values(FILES).map(([file]) => file.subarray(0, 12)));
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 80 }), (start, rest) => {
      readImage(Buffer.concat([start, rest]));
    }),
  );
});
