/**
 * Who may import whom. A rule names a room, what it may reach, and why. What is not allowed is forbidden.
 * `npm run check:imports` holds the whole tree to it.
 */
const room = (path) => `^${path}(/|\\.|$)`;

/** One rule: files under `from` reach, of our own folders, only themselves and `may`. */
function only(name, from, may, comment) {
  return {
    name,
    severity: "error",
    comment,
    from: { path: room(from), pathNot: "\\.(test|long)\\.tsx?$" },
    to: {
      path: "^(app|bench|components|server|prisma|e2e)/",
      pathNot: [from, ...may].map(room),
    },
  };
}

const LEDGER = "server/domain/ledger";

/** What a component may know of the server: contracts, and the shapes of what it shows. */
const VIEWS = ["server/contracts", "server/trpc/types"];

/** What is administered, and moves no money: its rows are Prisma's. */
const ADMINISTRATION =
  "users|team|brands|notifications|tenants|merchants|network-keys|onboarding|approvals|personal-data";

module.exports = {
  forbidden: [
    only("contracts-stand-alone", "server/contracts", [], "Contracts are read in a browser: zod and nothing else."),
    only(
      "platform-knows-nothing",
      "server/platform",
      ["server/contracts/currencies", "server/contracts/portal/shared/passwords"],
      "Env, clock, ids, crypto serve everybody and know nobody. A currency's decimals and how a password is read, browsers know too.",
    ),
    only(
      "db-below-domain",
      "server/db",
      ["server/platform", "server/contracts", "prisma/generated"],
      "Database access carries statements; what they mean is the domain's.",
    ),
    only(
      "ledger-is-the-floor",
      LEDGER,
      ["server/db", "server/platform", "server/contracts", "server/domain/caller", "server/domain/errors"],
      "The books depend on no noun, so that every noun can depend on the books.",
    ),
    only(
      "domain-without-transport",
      "server/domain",
      ["server/db", "server/platform", "server/contracts"],
      "The product is readable without HTTP, React or Inngest.",
    ),
    {
      name: "nouns-through-their-index",
      severity: "error",
      comment: "Another noun's files are private; its index.ts is its front door.",
      from: { path: "^server/domain/([^/]+)/" },
      to: { path: "^server/domain/([^/]+)/", pathNot: ["^server/domain/$1/", "^server/domain/[^/]+/index\\.ts$"] },
    },
    {
      name: "domain-from-outside-through-index",
      severity: "error",
      comment: "As above, for every other room.",
      from: { path: "^(app|components|server|prisma)/", pathNot: "^server/domain/" },
      to: { path: "^server/domain/[^/]+/", pathNot: "^server/domain/[^/]+/index\\.ts$" },
    },
    only(
      "presenters-only-shape",
      "server/presenters",
      ["server/domain", "server/contracts", "server/platform"],
      "Domain shape to wire shape, once, for every surface.",
    ),
    only(
      "outbound-only-sends",
      "server/outbound",
      ["server/domain", "server/presenters", "server/contracts", "server/platform"],
      "The one guarded way to addresses that a tenant chose; it decides nothing about deliveries.",
    ),
    only(
      "mail-only-sends",
      "server/mail",
      ["server/domain", "server/platform"],
      "The way to the mail server; what letters say, and when they go, is the domain's.",
    ),
    {
      name: "one-way-out",
      severity: "error",
      comment:
        "A request to wherever a tenant says is guarded in server/outbound, or it is an open door (SSRF). Types send nothing.",
      from: {
        path: "^(app|components|server)/",
        pathNot: [
          "^server/(outbound|testing|boot|scripts|db/embedded|inngest/local|webhooks-receiver)/",
          "\\.(test|long)\\.ts$",
        ],
      },
      to: { path: "^(node:)?(http|https|http2|net|tls|dgram)$", dependencyTypesNot: ["type-only"] },
    },
    only(
      "receiver-stands-alone",
      "server/webhooks-receiver",
      [],
      "Receivers copy it: it depends on Node's built-ins and nothing of ours.",
    ),
    only(
      "api-never-touches-the-database",
      "server/api",
      ["server/domain", "server/presenters", "server/contracts", "server/platform"],
      "A rule written in the HTTP kit would have to be written again for the portal.",
    ),
    only(
      "auth-below-the-surfaces",
      "server/auth",
      ["server/domain", "server/db", "server/platform", "server/contracts"],
      "Who somebody is does not depend on which surface asks.",
    ),
    only(
      "trpc-never-touches-the-database",
      "server/trpc",
      ["server/domain", "server/presenters", "server/contracts", "server/auth", "server/platform"],
      "As for the HTTP kit: a rule written in a router would have to be written again for the API.",
    ),
    {
      name: "inngest-runs-use-cases",
      severity: "error",
      comment:
        "A function is a small handler around a use case, whoever runs it: the embedded engine is not its business.",
      from: { path: "^server/inngest/", pathNot: ["^server/inngest/local/", "\\.(test|long)\\.ts$"] },
      to: {
        path: "^(app|components|server|prisma|e2e)/",
        pathNot: [
          "^server/inngest/(?!local/)",
          ...["server/domain", "server/presenters", "server/contracts", "server/platform"].map(room),
        ],
      },
    },
    only(
      "engine-knows-no-function",
      "server/inngest/local",
      ["server/db", "server/platform"],
      "The embedded engine stands in for Inngest: it owns its tables and learns of functions by the protocol alone.",
    ),
    {
      name: "app-routes-only-bind",
      severity: "error",
      comment: "app/ is URLs: a route binds an endpoint or a mount, a page shows components. No rule, no database.",
      from: { path: "^app/" },
      to: { path: "^(server|prisma)/", pathNot: ["^server/(api|contracts|auth|trpc)/", "^server/inngest/mount\\.ts$"] },
    },
    ...["wallet", "tenant", "network", "public"].map((wing) =>
      only(
        `${wing}-is-a-wing`,
        `components/${wing}`,
        ["components/shared", "components/ui", "components/trpc", ...VIEWS],
        "Each audience has a wing of its own: what two of them show is in shared, so that one can change alone.",
      ),
    ),
    only(
      "shared-below-the-wings",
      "components/shared",
      ["components/ui", "components/trpc", ...VIEWS],
      "What several wings show knows none of them.",
    ),
    only(
      "ui-knows-no-noun",
      "components/ui",
      ["server/contracts/calendar-days.ts", "server/contracts/text"],
      "Primitives know no business word and no server, only calendar, digits, and letters: they could serve another product.",
    ),
    only(
      "trpc-carries-data",
      "components/trpc",
      ["components/ui", ...VIEWS],
      "How data reaches a page, whatever it shows.",
    ),
    ...["wallet", "tenant", "network", "public", "shared"].flatMap((wing) => [
      {
        name: `${wing}-presenters`,
        severity: "error",
        comment: "A wing shows what REST answers, what several wings show, and its own: never another wing's.",
        from: { path: `^server/presenters/${wing}/`, pathNot: "\\.test\\.ts$" },
        to: { path: "^server/presenters/", pathNot: `^server/presenters/(${wing}|shared|rest)/` },
      },
      {
        name: `${wing}-contracts`,
        severity: "error",
        comment: "As for presenters: an input of one wing can change without asking another.",
        from: { path: `^server/contracts/portal/${wing}/` },
        to: { path: "^server/contracts/portal/", pathNot: `^server/contracts/portal/(${wing}|shared)/` },
      },
      {
        name: `${wing}-routers`,
        severity: "error",
        comment: "A router knows its own wing and what several share.",
        from: { path: `^server/trpc/routers/${wing}/`, pathNot: "\\.test\\.ts$" },
        to: {
          path: "^server/(trpc/routers|presenters|contracts/portal)/",
          pathNot: `^server/(trpc/routers|presenters|contracts/portal)/(${wing}|shared|rest)/`,
        },
      },
    ]),
    {
      name: "rest-presenters",
      severity: "error",
      comment: "What REST answers is promised to callers: no page of the portal has a say in it.",
      from: { path: "^server/presenters/rest/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/presenters/", pathNot: "^server/presenters/(rest|shared)/" },
    },
    {
      name: "rest-contracts",
      severity: "error",
      comment: "As for presenters.",
      from: { path: "^server/contracts/(rest/|[^/]+$)", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/contracts/portal/" },
    },
    {
      name: "components-know-only-types-of-trpc",
      severity: "error",
      comment: "A router in a browser's bundle would bring the database driver with it.",
      from: { path: "^components/" },
      to: { path: "^server/trpc/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "tests-stay-tests",
      severity: "error",
      comment:
        "Factories and fixtures never reach the running product; the scripts behind test commands are none of it.",
      from: {
        path: "^(app|components|server|prisma)/",
        pathNot: ["^server/testing/", "^server/scripts/test", "\\.(test|long)\\.tsx?$"],
      },
      to: { path: "^(server/testing|e2e)/" },
    },
    only(
      "bench-measures-the-server",
      "bench",
      ["server", "prisma/generated"],
      "It calls the app over HTTP, and its baselines decide by the product's own rules; pages it only asks for.",
    ),
    {
      name: "nothing-stands-on-the-bench",
      severity: "error",
      comment: "What is only measured with never reaches the product or its tests.",
      from: { pathNot: "^bench/" },
      to: { path: "^bench/" },
    },
    {
      name: "seed-through-use-cases",
      severity: "error",
      comment: "The sandbox holds real records: made by the domain, looked up through db.",
      from: { path: "^prisma/seed/", pathNot: "\\.test\\.ts$" },
      to: { path: "^(app|components|server)/", pathNot: "^server/(domain|db|platform|contracts)/" },
    },
    {
      name: "administration-through-prisma",
      severity: "error",
      comment:
        "What is administered is read and written through Prisma's client. Files that are named here need one statement: who " +
        "a request's caller is, work that takes as long for everyone, a lock, a list, all rows, four eyes, or payments.",
      from: {
        path: `^server/domain/(${ADMINISTRATION})/`,
        pathNot: [
          "\\.test\\.ts$",
          "^server/domain/users/(act-as|find-session|session|person-words|second-factor/needs-second-factor)\\.ts$",
          "^server/domain/users/(notice-guesses|reset-password)\\.ts$",
          "^server/domain/users/(end-every-session|second-factor/sealed-second-factors|shared/list-demo-logins|leaving/list-held-places)\\.ts$",
          "^server/domain/team/(claim-sign-up|write-invitation|invite-member)\\.ts$",
          "^server/domain/notifications/(find-news|find-charge-requests|find-disputes|find-member-payouts|resolve-notices)\\.ts$",
          "^server/domain/tenants/(find-api-key|lock-tenant|list-tenants|change-any-tenant)\\.ts$",
          "^server/domain/merchants/(find-merchant(-key)?|list-merchants|sealed-payout-accounts)\\.ts$",
          "^server/domain/network-keys/find-network-key\\.ts$",
          "^server/domain/approvals/approvals\\.ts$",
          "^server/domain/personal-data/(leaving|finish-erasures)\\.ts$",
        ],
      },
      to: { path: "^server/db/sql\\.ts$" },
    },
    {
      name: "prisma-in-administration",
      severity: "error",
      comment: "Money, lists, and what is counted are SQL by hand, where each statement can be seen and measured.",
      from: {
        path: "^(app|components|server)/",
        pathNot: [`^server/domain/(${ADMINISTRATION})/`, "^server/(db|testing)/", "\\.(test|long)\\.ts$"],
      },
      to: { path: "^server/db/prisma(-transaction)?\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "only-db-holds-drivers",
      severity: "error",
      comment: "One pool a process: whoever makes another connection breaks DATABASE_POOL_SIZE.",
      from: { path: "^(app|components|server)/", pathNot: "^server/(db|testing|boot)/" },
      to: { path: "node_modules/(pg|@prisma)/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle has no bottom to read from.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      comment: "A path that leads nowhere.",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["(^|/)\\.next/", "^prisma/generated/internal"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
