import type { Guide } from "../guide";

/** The text of each is the file of its slug, or `quick-start.md`. */
export const GUIDE_GROUPS: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  {
    title: "Start",
    guides: [
      {
        slug: "",
        title: "Quick start",
        purpose:
          "Hold money on a card, capture part of it, and refund it, in five minutes. The keys on this page work as they are.",
      },
      {
        slug: "sdks",
        title: "SDKs and command line",
        purpose: "Clients for TypeScript and Python, and a command line that brings webhooks to your machine.",
      },
      {
        slug: "authentication",
        title: "Authentication and signing",
        purpose: "Two API surfaces, two kinds of keys, and signed requests if a secret isn’t enough.",
      },
      {
        slug: "sandbox",
        title: "Sandbox",
        purpose:
          "Public keys, test cards, cards that always decline, and endpoints that act as the member, the bank, and the end of day.",
      },
      {
        slug: "go-live",
        title: "Go live",
        purpose: "What to check before real money moves, how to request access, and what differs in live.",
      },
    ],
  },
  {
    title: "Rules",
    guides: [
      {
        slug: "money",
        title: "Money and codes",
        purpose: "How amounts are written, where money comes from, and what the short codes mean.",
      },
      {
        slug: "idempotency",
        title: "Idempotency",
        purpose: "Retry a write as often as you like. It happens once, and every retry gets the first response.",
      },
      {
        slug: "errors",
        title: "Errors and declines",
        purpose: "An error means a request wasn’t carried out. A decline means it was, and the answer is no.",
      },
      {
        slug: "rate-limits",
        title: "Rate limits",
        purpose: "Limits by tier, with room for bursts, reported in every response.",
      },
      {
        slug: "versioning",
        title: "Versioning",
        purpose: "What may be added without notice, what never changes, and how something ends.",
      },
    ],
  },
  {
    title: "Payments",
    guides: [
      {
        slug: "onboarding",
        title: "Onboard a canteen",
        purpose: "Set up a merchant, a key for its till, a member, an account, and a card, then make the first sale.",
      },
      {
        slug: "payment-codes",
        title: "Payment codes",
        purpose: "A short code that pays from a member’s account, on terms set by its creator. No card involved.",
      },
      {
        slug: "recurring",
        title: "Recurring agreements",
        purpose:
          "A member allows repeated charges by a merchant, within a cap and an interval that the network enforces.",
      },
      {
        slug: "merchant",
        title: "Merchant surface",
        purpose:
          "For a single merchant: sell, refund, and make recurring charges with one key, with a receipt for every sale.",
      },
      {
        slug: "tills",
        title: "Tills",
        purpose:
          "Take codes and cards at a counter: one key per till, safe retries, and every outcome tried beforehand.",
      },
      {
        slug: "settlement",
        title: "Settlement",
        purpose: "How captures become a payout, line by line.",
      },
      {
        slug: "reading-back",
        title: "Read money back",
        purpose: "Lists to match your own book with, page by page, down to the last cent.",
      },
      {
        slug: "reconciliation",
        title: "Reconciliation",
        purpose: "Match your orders with payments, payments with statements, and statements with your bank.",
      },
    ],
  },
  {
    title: "Webhooks",
    guides: [
      {
        slug: "webhooks",
        title: "Webhooks",
        purpose:
          "Every approval, decline, capture, and reversal is sent to you, signed, and retried until you accept it.",
      },
      {
        slug: "receivers",
        title: "A receiver to copy",
        purpose: "One file, no dependencies. It verifies, deduplicates, and answers deliveries.",
      },
    ],
  },
];

const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

/** A guide with its neighbors. Null if the slug is unknown. */
export function findGuide(slug: string) {
  const index = GUIDES.findIndex((guide) => guide.slug === slug);
  const guide = GUIDES[index];
  return guide ? { guide, previous: GUIDES[index - 1], next: GUIDES[index + 1] } : null;
}
