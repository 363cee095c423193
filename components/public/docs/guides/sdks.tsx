import { Link } from "@/components/ui/navigation/link";
import { Code } from "../code";
import type { Guide } from "../guide";
import { Snippet } from "../snippet";
import { DataTable } from "../table";

const INSTALL_TYPESCRIPT = `npm --prefix ../closed-loop/sdk/typescript run package
npm install ../closed-loop/sdk/typescript/closed-loop-sdk-0.3.0.tgz`;

export const sdks: Guide = {
  slug: "sdks",
  title: "SDKs and command line",
  purpose: "Clients for TypeScript and Python, and a command line that brings webhooks to your machine.",
  sections: (facts) => [
    {
      title: "Install",
      body: (
        <>
          <p>
            Install both from a checkout of Closed Loop. They aren’t published to npm or PyPI yet, so a package of that
            name there isn’t ours.
          </p>
          <Code label="TypeScript" text={INSTALL_TYPESCRIPT} language="bash" />
          <Code label="Python" text="pip install ../closed-loop/sdk/python" language="bash" />
          <p>
            The client for TypeScript runs on Node.js 20 or later, Deno, Bun, and in workers, and needs no other
            package; the one for Python needs 3.9 and its standard library. Every request on these pages shows both.
          </p>
        </>
      ),
    },
    {
      title: "Call an operation",
      body: (
        <>
          <Snippet facts={facts} name="authorize.sh" label="Authorize" />
          <ul>
            <li>
              Each operation of the <Link href="/docs/api">reference</Link> is a function of its name, in Python in
              snake case. It takes the fields of path, query, and body at once.
            </li>
            <li>
              A write gets an <code>Idempotency-Key</code>: yours, as <code>idempotencyKey</code> or{" "}
              <code>idempotency_key</code>, or a random one. After no answer, 429, and 5xx it is sent again with that
              key, up to four times. Then <code>NoAnswerError</code> names the key, so that you can send it once more.
            </li>
            <li>
              A decline is an answer. An error is thrown by its status: <code>InvalidRequestError</code>,{" "}
              <code>NotFoundError</code>, <code>ConflictError</code>, and so on, with <code>code</code>,{" "}
              <code>field</code>, and the request’s id.
            </li>
            <li>
              Iterate a list to get every record, page after page. Awaited, or as <code>data</code> in Python, it is its
              first page.
            </li>
            <li>
              <code>signs</code> signs each request, and <code>merchant</code> names the merchant that a tenant’s key
              acts for.
            </li>
            <li>
              In Python, what is <code>None</code> is left out; <code>NULL</code> clears a field.
            </li>
          </ul>
        </>
      ),
    },
    {
      title: "Receive webhooks",
      body: (
        <>
          <Snippet facts={facts} name="verify-sdk.ts" label="TypeScript" />
          <Snippet facts={facts} name="verify-sdk.py" label="Python" />
          <p>
            Both take either signature and headers of any case, and throw <code>WebhookVerificationError</code> for the
            rest. Deduplicate by the delivery’s id.
          </p>
        </>
      ),
    },
    {
      title: "Command line",
      body: (
        <>
          <p>
            <code>npx closed-loop</code> runs it where the TypeScript package is installed. Every command explains
            itself with <code>--help</code> and prints JSON with <code>--json</code>.
          </p>
          <DataTable
            columns={["Command", "Does"]}
            rows={[
              ["login", "Keeps keys in a file that only you can read; --sandbox takes the public ones"],
              ["listen --forward-to URL", "Forwards events to your machine, signed and retried; --since replays"],
              ["trigger EVENT", "Makes an event really happen in the sandbox"],
              ["pay 12.50", "Pays with a card or a code; refund gives it back"],
              ["settle", "Ends the day early"],
              ["clock advance 7d", "Moves the clock of a sandbox of your own"],
              ["events tail", "Prints events as they happen; events resend sends one again"],
              ["logs tail", "Prints requests as they come; --errors and --status 4 select"],
              ["reconcile --day DAY", "Adds up the batches of a day from their lines"],
              ["doctor", "Checks the service, your clock, keys, signatures, and receiver"],
              ["completion bash", "Prints a completion script, also for zsh and fish"],
            ]}
            isCode
          />
          <p>
            The console has your requests with their bodies, under <strong>Requests</strong>.
          </p>
        </>
      ),
    },
    {
      title: "Examples",
      body: (
        <p>
          The repository’s <code>examples</code> are an Express till, a Next.js shop with a checkout by code, and a
          Python back office that closes the day. Each has less than 200 lines.
        </p>
      ),
    },
  ],
};
