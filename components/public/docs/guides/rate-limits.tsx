import { Link } from "@/components/ui/navigation/link";
import { Code } from "../code";
import type { Guide } from "../guide";
import { DataTable } from "../table";

const HEADERS = `RateLimit-Policy: "standard";q=200;w=2
RateLimit: "standard";r=199;t=2`;

export const rateLimits: Guide = {
  slug: "rate-limits",
  title: "Rate limits",
  purpose: "Limits by tier, with room for bursts, reported in every response.",
  sections: ({ tiers, burstSeconds }) => [
    {
      title: "Tiers",
      body: (
        <>
          <DataTable
            columns={["Tier", "Requests per second", "Burst"]}
            rows={tiers.map(
              ({ name, perSecond }) =>
                [name, perSecond ?? "No limit", perSecond === null ? "No limit" : perSecond * burstSeconds] as const,
            )}
            isCode
          />
          <p>
            A tenant has one budget per environment, counted over {burstSeconds} seconds and shared by all its keys.{" "}
            <Link href="/docs/authentication">Who am I</Link> returns its tier. A merchant’s requests count against the
            tenant’s budget, and one merchant can use at most half of it; a tenant’s key with <code>X-Merchant</code>{" "}
            has no such share. Repeats with an <code>Idempotency-Key</code> count like first requests.
          </p>
        </>
      ),
    },
    {
      title: "Response headers",
      body: (
        <>
          <Code label="Headers" text={HEADERS} language="bash" />
          <p>
            You can make <code>q</code> requests in <code>w</code> seconds. You have <code>r</code> left, and all of
            them again in <code>t</code> seconds. Over the limit, the response is 429 <code>rate_limit_exceeded</code>{" "}
            with <code>Retry-After</code>, and nothing was done. A limit that a short wait doesn’t lift, such as 20
            invitations a day, is no rate: it answers 409 without <code>Retry-After</code>, and{" "}
            <code>details.availableAt</code> says when the next one is possible.
          </p>
        </>
      ),
    },
    {
      title: "Failed attempts",
      body: (
        <p>
          An address can make 30 failed attempts a minute without a registered key. A wrong secret counts by key and
          address, 30 a minute, and by key, 120. The right secret always works, no matter who else fails with that key
          or from that address. Lookups of unknown payment codes are counted by merchant and by key, which slows down
          guessing. A payment code locks after five wrong PINs, or as many as you set.
        </p>
      ),
    },
  ],
};
