import type { Guide } from "../guide";
import { Code } from "../snippet";
import { DataTable } from "../table";

export const receivers: Guide = {
  slug: "receivers",
  title: "A receiver to copy",
  purpose: "One file without dependencies that verifies, deduplicates and answers as it should.",
  sections: ({ receiver }) => [
    {
      title: "What it does",
      body: (
        <DataTable
          columns={["A delivery that", "Is answered"]}
          rows={[
            ["Is not signed, or is more than 300 seconds off", <code key="s">400</code>],
            ["Is signed with another secret, or was changed", <code key="s">401</code>],
            ["Was processed before", "200, without processing it again"],
            ["Is processed", <code key="s">200</code>],
            ["Could not be processed", "500: it comes again"],
          ]}
        />
      ),
    },
    {
      title: "The verifier",
      body: (
        <>
          <p>
            It needs Node’s built-ins alone and works behind any server that can give it the raw body. With several
            processes replace <code>memoryStore</code> by a table with a unique key.
          </p>
          <Code label="receive-webhook.ts" text={receiver.verifier} language="typescript" isBounded />
        </>
      ),
    },
    {
      title: "Behind a server",
      body: (
        <>
          <p>
            With the repository at hand, <code>WEBHOOK_SECRET=whsec_… npm run webhooks:receive</code> runs this one on
            port 4000.
          </p>
          <Code label="example.ts" text={receiver.example} language="typescript" isBounded />
        </>
      ),
    },
  ],
};
