import Link from "next/link";
import type { Guide } from "../guide";
import { Code } from "../snippet";
import { DataTable } from "../table";

const HEADERS = `RateLimit-Policy: "standard";q=200;w=2
RateLimit: "standard";r=199;t=2`;

export const rateLimits: Guide = {
  slug: "rate-limits",
  title: "Rate limits",
  purpose: "By key and tier, with room for bursts, and announced in every answer.",
  sections: ({ tiers, burstSeconds }) => [
    {
      title: "Tiers",
      body: (
        <>
          <DataTable
            columns={["Tier", "Requests a second", "At once"]}
            rows={tiers.map(
              ({ name, perSecond }) =>
                [name, perSecond ?? "No limit", perSecond === null ? "No limit" : perSecond * burstSeconds] as const,
            )}
            isCode
          />
          <p>
            A tenant has one budget in each environment, counted over {burstSeconds} seconds, which all its keys share;{" "}
            <Link href="/docs/authentication">who am I</Link> tells its tier. A merchant’s requests count against it
            too, and one merchant may use half of it at most. Repeats under an <code>Idempotency-Key</code> count like
            first requests.
          </p>
        </>
      ),
    },
    {
      title: "What answers say",
      body: (
        <>
          <Code label="Headers" text={HEADERS} language="bash" />
          <p>
            <code>q</code> requests in <code>w</code> seconds; <code>r</code> of them are left, all again in{" "}
            <code>t</code> seconds. Over the limit the answer is 429 <code>rate_limit_exceeded</code> with{" "}
            <code>Retry-After</code>, and nothing was done.
          </p>
        </>
      ),
    },
    {
      title: "Guessing",
      body: (
        <p>
          Failed authentications that name no registered key are counted by address, 30 a minute; wrong secrets by key
          and address, 30 a minute, and by key, 120. Only failures are refused for them: the right secret of a key
          passes, no matter who else fails with that key or from that address. Look-ups of unknown payment codes are
          counted by merchant and by key, and slow down anyone guessing. A payment code locks after five wrong PINs, or
          as many as you say.
        </p>
      ),
    },
  ],
};
