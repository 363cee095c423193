/** Figures and facts of the start page. A test compares the figures with the docs that report them. */

export const MEASURED = [
  {
    figure: "1,559",
    what: "authorizations a second",
    how: "two cores, shared with the load generator, every commit durable",
  },
  { figure: "14 ms", what: "median answer at half of that load", how: "29 ms at the 99th percentile" },
  { figure: "5.3 KB", what: "of disk for a payment", how: "an authorization and its capture, with indexes" },
  { figure: "39 hours", what: "of retries for a webhook", how: "delivered at least once, and signed" },
] as const;

export const MEASURED_ON = ["npm run bench", "shared virtual machine", "Node 20", "PostgreSQL 18"] as const;

/** Same as in docs/deploy.md. */
export const DEPLOY_COMMANDS = `echo "HMAC_KEY=$(openssl rand -hex 32)" > .env
docker compose up --build --wait`;

export const SECURITY = [
  {
    title: "Nothing to steal",
    text: "Secrets, codes, and PINs are stored as keyed hashes, card tokens encrypted with the server’s key. A secret is shown once.",
  },
  {
    title: "Two people for large amounts",
    text: "What one operator can add to live accounts in a day is limited. Beyond that, a second one approves.",
  },
  {
    title: "A lost response costs nothing",
    text: "A repeated key always returns the first response. No payment is made twice.",
  },
  {
    title: "Signed in both directions",
    text: "Requests over method, path, and body; webhooks by HMAC and by Standard Webhooks. Replays expire after five minutes.",
  },
  {
    title: "Webhooks stay outside",
    text: "Every address is checked when the connection is made. No webhook URL reaches into your own network.",
  },
  {
    title: "Broken on purpose",
    text: "Processes, databases, and networks are killed under load, and 200,000 broken requests are sent. Then the books have to balance.",
  },
] as const;

export const USES = [
  {
    title: "Campus",
    text: "One account for the cafeteria, the copy shop, and the gym. A lost card is frozen from the phone.",
  },
  {
    title: "City",
    text: "A card that every shop in town can take. What residents load stays in town.",
  },
  {
    title: "Canteens",
    text: "Limits per payment and per day, and cards that pay for meals and nothing else.",
  },
  {
    title: "Loyalty",
    text: "Credit that only your own shops accept, paid with an eight-character code or a QR code.",
  },
  {
    title: "Marketplaces",
    text: "A merchant for every seller, with receipts, refunds, and a statement that lists every line.",
  },
  {
    title: "Clubs and subscriptions",
    text: "The member approves once. The cap and the interval hold for every charge, and ending it takes effect at once.",
  },
] as const;
