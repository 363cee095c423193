import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { createSmtpSender } from "./smtp-sender";

withTestDatabase();

const EMAIL = {
  id: "e1",
  recipient: "ann@example.test",
  subject: "A “name” invites you",
  text: "Hello.\n\nClosed Loop",
};

async function startMailServer(t: TestContext, verdict: string) {
  const received: string[] = [];
  const server = createServer((socket: Socket) => {
    let isInBody = false;
    let body = "";
    socket.write("220 mail.test ready\r\n");
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      if (isInBody) {
        body += chunk;
        if (!body.endsWith("\r\n.\r\n")) return;
        isInBody = false;
        received.push(body);
        socket.write(`${verdict}\r\n`);
      } else if (/^DATA/i.test(chunk)) {
        isInBody = true;
        socket.write("354 go on\r\n");
      } else if (/^QUIT/i.test(chunk)) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const address = server.address();
  assert.ok(address && typeof address === "object");
  const sender = createSmtpSender({
    SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    MAIL_FROM: "Closed Loop <loop@example.test>",
  });
  assert.ok(sender);
  return { sender, received };
}

test("an email goes out as text and, beside it, as HTML with the same words", async (t) => {
  const { sender, received } = await startMailServer(t, "250 taken");
  assert.deepEqual(await sender.send(EMAIL), { error: null, isFinal: false });
  const [message = ""] = received;
  assert.match(message, /^To: ann@example\.test\r$/m);
  assert.match(message, /Content-Type: multipart\/alternative/);
  const text = message.indexOf("Content-Type: text/plain");
  const html = message.indexOf("Content-Type: text/html");
  assert.ok(text > 0 && html > text, "what is last is what programs prefer");
  assert.equal(message.split("Hello.").length - 1, 2);
});

for (const [verdict, expected] of [
  ["550 no such person", { error: "EMESSAGE 550", isFinal: true }],
  ["451 try later", { error: "EMESSAGE 451", isFinal: false }],
] as const) {
  test(`a mail server's ${verdict.slice(0, 3)}: ${expected.isFinal ? "the end" : "to be tried again"}`, async (t) => {
    const { sender } = await startMailServer(t, verdict);
    assert.deepEqual(await sender.send(EMAIL), expected);
  });
}
