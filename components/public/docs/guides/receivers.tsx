import { Code } from "../code";
import type { Guide } from "../guide";
import { DataTable } from "../table";

export const receivers: Guide = {
  slug: "receivers",
  title: "A receiver to copy",
  purpose: "One file, no dependencies. It verifies, deduplicates, and answers deliveries.",
  sections: ({ receiver }) => [
    {
      title: "What it does",
      body: (
        <DataTable
          columns={["A delivery that", "Gets"]}
          rows={[
            ["Is not signed, or is more than 300 seconds off", <code key="s">400</code>],
            ["Is signed with another secret, or was changed", <code key="s">401</code>],
            ["Was processed before", "200, without processing it again"],
            ["Is processed", <code key="s">200</code>],
            ["Could not be processed", "500, so it is retried"],
          ]}
        />
      ),
    },
    {
      title: "The verifier",
      body: (
        <>
          <p>
            It uses only Node’s built-ins and works behind any server that can pass it the raw body. If you run several
            processes, replace <code>memoryStore</code> with a table that has a unique key.
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
            If you have the repository, <code>WEBHOOK_SECRET=whsec_… npm run webhooks:receive</code> runs this one on
            port 4000.
          </p>
          <Code label="example.ts" text={receiver.example} language="typescript" isBounded />
        </>
      ),
    },
  ],
};
