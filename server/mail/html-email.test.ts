import assert from "node:assert/strict";
import { test } from "node:test";
import { presentHtmlEmail } from "./html-email";

const htmlOf = (...paragraphs: readonly string[]) =>
  presentHtmlEmail({ subject: "A subject", text: [...paragraphs, "Closed Loop"].join("\n\n") });

test("a stranger's text is text, whatever it looks like", () => {
  const html = presentHtmlEmail({
    subject: "“</title><script>” invites you",
    text: ["“<img src=x onerror=alert(1)> & 'more'” wants 5 < 6", "Closed Loop"].join("\n\n"),
  });
  assert.ok(html.includes("<title>“&lt;/title&gt;&lt;script&gt;” invites you</title>"));
  assert.ok(html.includes("“&lt;img src=x onerror=alert(1)&gt; &amp; &#39;more&#39;” wants 5 &lt; 6"));
});

test("a link of its own is a button that says what happens, with its address below", () => {
  for (const [path, label] of [
    ["/reset/abc", "Choose a new password"],
    ["/forgot", "Reset your password"],
    ["/invite/abc?email=a%40b.test&x=1", "Open the invitation"],
    ["/sign-in", "Sign in"],
    ["/t/cafe/live/webhooks/1", "Open in Closed Loop"],
  ] as const) {
    const html = htmlOf("Before.", `https://pay.test${path}`);
    const href = `https://pay.test${path}`.replace("&", "&amp;");
    assert.ok(html.includes(`>${label}</a>`), path);
    assert.equal(html.split(`href="${href}"`).length - 1, 2, path);
    assert.ok(html.includes(`>${href}</a>`), path);
  }
});

test("a link inside a sentence stays text", () => {
  const html = htmlOf("“See https: //evil. test” says https://evil.test today");
  assert.ok(!html.includes("<a "));
});

test("a code stands by itself, to be read and typed", () => {
  const html = htmlOf("Enter this code: 01234567");
  assert.match(html, /Enter this code:<\/p>\n<p class="text code"[^>]*>01234567<\/p>/);
  assert.ok(!htmlOf("“Enter this code: 01234567”").includes('class="text code"'));
});

test("nothing is loaded when it is opened", () => {
  const html = htmlOf("Text.", "https://pay.test/forgot", "The code: 12345678");
  assert.doesNotMatch(html, /\bsrc=|url\(|@import|<link|<script|<img|<iframe/);
});
