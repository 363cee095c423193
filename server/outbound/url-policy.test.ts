import assert from "node:assert/strict";
import { test } from "node:test";
import { isRepaired, readTarget } from "./url-policy";

/** A deployment's public URL, so that localhost isn't allowed. */
process.env.PUBLIC_URL = "https://pay.example.com";
process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

const REFUSED = [
  ["", "absolute"],
  ["receiver.example.com/hooks", "absolute"],
  ["https://receiver.example.com/\u0000", "ASCII"],
  ["https://receiver.example.com/\ud800", "ASCII"],
  ["https://rec\teiver.example.com/", "ASCII"],
  ["https://receiver.example.com/ hook", "ASCII"],
  ["https://\u24db\u24de\u24d2al.example.com/", "ASCII"],
  ["https://.com/", "valid"],
  ["https://a..b.com/", "valid"],
  [`https://${"a".repeat(64)}.com/`, "valid"],
  [`https://${"a.".repeat(126)}aa/`, "must name a host"],
  ["//receiver.example.com", "absolute"],
  ["http://receiver.example.com/", "https"],
  ["ftp://receiver.example.com/", "https"],
  ["file:///etc/passwd", "https"],
  ["javascript:alert(1)", "https"],
  ["gopher://receiver.example.com/", "https"],
  ["ws://receiver.example.com/", "https"],
  ["https://user:secret@receiver.example.com/", "credentials"],
  ["https://user@receiver.example.com/", "credentials"],
  ["https://@receiver.example.com/", "credentials"],
  ["https://:@receiver.example.com/", "credentials"],
  ["https:\\\\user@receiver.example.com/", "credentials"],
  ["https:\\\\:secret@receiver.example.com/", "credentials"],
  ["https://receiver.example.com@169.254.169.254/", "credentials"],
  ["https://receiver.example.com:25/", "port"],
  ["https://receiver.example.com:22/", "port"],
  ["https://receiver.example.com:5432/", "port 5432"],
  ["https://receiver.example.com:6379/", "port 6379"],
  ["https://receiver.example.com:9200/", "port 9200"],
  ["https://receiver.example.com:11211/", "port 11211"],
  ["https://receiver.example.com:27017/", "port 27017"],
  ["https://receiver.test/", "no .test name"],
  ["https://receiver.test./", "no .test name"],
  ["https://RECEIVER.TEST:8443/hooks", "no .test name"],
  ["https://shop.receiver.invalid/", "no .invalid name"],
  ["https://shop.example/", "no .example name"],
  ["https://example/", "no .example name"],
  ["http://localhost/", "local development"],
  ["http://localhost:3000/hooks", "local development"],
  ["http://LOCALHOST:3000/hooks", "local development"],
  ["http://127.0.0.1:3000/", "https"],
  ["https://localhost/", "no .localhost name"],
  ["https://localhost./", "no .localhost name"],
  ["https://api.localhost/", "no .localhost name"],
  ["https://intranet/", "private name"],
  ["https://wiki/", "private name"],
  ["https://printer.local/", "private name"],
  ["https://vault.internal/", "private name"],
  ["https://vault.internal./", "private name"],
  ["https://wiki.intranet/", "private name"],
  ["https://router.lan/", "private name"],
  ["https://facebookcorewwwi.onion/", "private name"],
  ["https://name.alt/", "private name"],
  ["https://metadata.google.internal/computeMetadata/v1/", "private name"],
  ["https://router.home.arpa/", "private name"],
  ["https://127.0.0.1/", "public"],
  ["https://127.1/", "public"],
  ["https://2130706433/", "public"],
  ["https://0x7f000001/", "public"],
  ["https://0177.0.0.1/", "public"],
  ["https://017700000001/", "public"],
  ["https://0/", "public"],
  ["https://①②⑦.0.0.1/", "ASCII"],
  ["https://169.254.169.254/latest/meta-data/", "public"],
  ["https://[::1]/", "public"],
  ["https://[::]/", "public"],
  ["https://[::ffff:127.0.0.1]/", "public"],
  ["https://[::ffff:7f00:1]:8443/", "public"],
  ["https://[64:ff9b::a9fe:a9fe]/", "public"],
  ["https://[2002:7f00:1::]/", "public"],
  ["https://[fe80::1]/", "public"],
  [`https://receiver.example.com/${"x".repeat(2020)}`, "2048"],
] as const;

for (const [url, reason] of REFUSED) {
  test(`${url.slice(0, 60) || "an empty text"} is refused`, () => {
    const target = readTarget(url);
    assert.ok("refusal" in target, "it is refused");
    assert.match(target.refusal, new RegExp(reason));
  });
}

test("a refusal says what to change", () => {
  for (const [url, refusal] of [
    ["https://a b/", "must contain only printable ASCII characters, without spaces"],
    ["hooks", "must be an absolute URL"],
    [`https://receiver.example.com/${"x".repeat(2020)}`, "must be at most 2048 characters"],
    ["https://user@receiver.example.com/", "must not contain credentials"],
    ["http://receiver.example.com/", "must be https"],
    ["https://receiver.example.com:25/", "must not use port 25, which belongs to another protocol"],
    ["https://10.0.0.1/", "must be public: 10.0.0.1 is in a range that is not public (private)"],
    [`https://${"a".repeat(65)}.com/`, `must name a host: ${"a".repeat(64)} isn't a valid one`],
    ["https://shop.test/", "must be reachable from the public internet: no .test name ever resolves"],
    ["https://wiki.lan/", "must be reachable from the public internet: wiki.lan is a private name"],
  ] as const) {
    assert.deepEqual(readTarget(url), { refusal });
  }
});

test("https on a public host may be tried, on any port that belongs to nothing else", () => {
  for (const [url, host, port] of [
    ["https://receiver.example.com/hooks?x=1", "receiver.example.com", 443],
    ["https://receiver.example.com:8443/", "receiver.example.com", 8443],
    ["https://receiver.example.com:444/", "receiver.example.com", 444],
    ["https://receiver.example.com:981/", "receiver.example.com", 981],
    ["https://test.example.com/", "test.example.com", 443],
    ["https://invalid.example.org/", "invalid.example.org", 443],
    ["https://8.8.8.8/", "8.8.8.8", 443],
    ["https://[2606:4700:4700::1111]/", "2606:4700:4700::1111", 443],
    ["https://receiver.example.com./", "receiver.example.com.", 443],
    ["https://receiver.example.com/@?@#@", "receiver.example.com", 443],
    ["https://receiver.example.com/a//b@c", "receiver.example.com", 443],
    [`https://receiver.example.com/${"x".repeat(2019)}`, "receiver.example.com", 443],
    [`https://${"a".repeat(63)}.com/`, `${"a".repeat(63)}.com`, 443],
    [`https://${"a.".repeat(126)}a/`, `${"a.".repeat(126)}a`, 443],
    ["HTTPS://RECEIVER.Example.COM", "receiver.example.com", 443],
  ] as const) {
    const target = readTarget(url);
    assert.ok(!("refusal" in target), url);
    const kind = /^[\d.]+$|:/.test(host) ? "address" : "name";
    assert.deepEqual(target, { url: new URL(url), host, port, kind });
  }
});

test("a URL to repair is told from one in another spelling", () => {
  const repaired = [
    ...["https:example.com", "https:/example.com", "https:///example.com", "https:\\\\example.com/hooks"],
    ...["https://example.com\\hooks", "https://example.com/a\\b", "https://134744072/", "https://0x8.8.8.8/"],
    ...["https://ex%61mple.com/", "https://example.com:/", "https://example.com:0443/", "https://example.com/a/../b"],
    ...[
      "https://example.com/./hooks",
      "https://example.com/%2e%2e/b",
      "https://example.com/{id}",
      'https://example.com/"',
    ],
  ];
  const asGiven = [
    ...["https://example.com", "https://example.com?x=1", "https://example.com#a", "HTTPS://Example.COM/Hooks"],
    ...["https://example.com:443/", "https://example.com:8443", "http://localhost:80/", "https://example.com./a//b@c"],
    ...["https://[2606:4700:4700:0:0:0:0:1111]:8443/", "https://xn--bcher-kva.example.com/%7Ex?", "https://8.8.8.8/"],
  ];
  for (const url of repaired) assert.equal(isRepaired(url, new URL(url)), true, url);
  for (const url of asGiven) assert.equal(isRepaired(url, new URL(url)), false, url);
});
