import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { contrastOf, HEX_COLOR } from "./color";
import { deriveTones, SURFACES } from "./tones";

const SCHEMES = ["light", "dark"] as const;

test("the surfaces are those of the style sheet", () => {
  const css = readFileSync("app/globals.css", "utf8");
  for (const [index, name] of (["page", "raised", "hover"] as const).entries()) {
    assert.ok(css.includes(`--${name}: light-dark(${SURFACES.light[index]}, ${SURFACES.dark[index]});`), name);
  }
});

test("contrast as WCAG has it", () => {
  assert.equal(contrastOf("#000000", "#ffffff"), 21);
  assert.equal(contrastOf("#3a46d4", "#3a46d4"), 1);
  assert.ok(Math.abs(contrastOf("#777777", "#ffffff") - 4.48) < 0.01);
});

test("tones made of any color are readable and visible in both schemes", () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  const awkward = ["#ffffff", "#000000", "#ffd400", "#00ffff", "#0000ff", "#808080"].map((one): [string] => [one]);
  fc.assert(
    fc.property(color, (chosen) => {
      const { accent, accentFill, button, buttonHover } = deriveTones(chosen);
      for (const scheme of SCHEMES) {
        for (const tone of [accent, accentFill, button, buttonHover]) assert.match(tone[scheme], HEX_COLOR);
        for (const ground of [...SURFACES[scheme], accentFill[scheme]]) {
          assert.ok(contrastOf(accent[scheme], ground) >= 4.5, `${accent[scheme]} on ${ground}, of ${chosen}`);
        }
        for (const pressed of [button, buttonHover]) {
          assert.ok(contrastOf("#ffffff", pressed[scheme]) >= 4.5, `white on ${pressed[scheme]}, of ${chosen}`);
        }
        assert.ok(contrastOf(button[scheme], SURFACES[scheme][0]) >= 2.99, `${button[scheme]}, of ${chosen}`);
      }
    }),
    { examples: awkward, numRuns: 300 },
  );
});

test("a fit color is taken as it is, and another keeps its hue", () => {
  const blue = deriveTones("#3a46d4");
  // The original would hardly stand out on a dark page.
  assert.deepEqual([blue.accent.light, blue.button.light, blue.button.dark], ["#3a46d4", "#3a46d4", "#4150de"]);
  const yellow = deriveTones("#ffd400");
  assert.equal(yellow.accent.dark, "#ffd400");
  const [red = 0, green = 0, under = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(yellow.accent.light.slice(at, at + 2), 16),
  );
  assert.ok(red > green && green > under, yellow.accent.light);
});
