import type { DeclineCode } from "@/server/domain/declines";
import type { NewRole } from "@/server/domain/users";
import { DEMO_MEMBER } from "@/server/domain/users";
import { type PanToken, parsePanToken } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import { AccountId, MemberId, MerchantId, TenantId } from "@/server/platform/noun-ids";

/**
 * The public sandbox (test environment only): shared, publicly known values. The code treats them like any others, except for
 * cards with `always_declines_with`.
 */

export interface SandboxTenant {
  readonly id: TenantId;
  readonly slug: string;
  readonly title: string;
  readonly rateLimitTier: "standard" | "network";
  readonly publicKey: string;
  readonly secret: string;
  readonly requireSignature: boolean;
  /** The first is the tenant's default merchant. */
  readonly merchants: readonly {
    readonly id: MerchantId;
    readonly name: string;
    readonly mcc: string;
    readonly key?: string;
    readonly isSameDayReversalEnabled: boolean;
  }[];
}

const COFFEE = TenantId.parse("TESTtenantCoffee1");
const RIVAL = TenantId.parse("TESTtenantRival01");

export const SANDBOX_TENANTS: readonly SandboxTenant[] = [
  {
    id: COFFEE,
    slug: "sandbox-coffee-co",
    title: "Sandbox Coffee Co",
    rateLimitTier: "standard",
    publicKey: "pk_test_closedloop_sandbox",
    secret: "sk_test_closedloop_sandbox_public_secret",
    requireSignature: false,
    merchants: [
      {
        id: MerchantId.parse("TESTmerchantCafe1"),
        name: "Sandbox Café",
        mcc: "5814",
        key: "mk_test_closedloop_cafe_public",
        isSameDayReversalEnabled: true,
      },
      {
        id: MerchantId.parse("TESTmerchantShop1"),
        name: "Sandbox Shop",
        mcc: "5311",
        key: "mk_test_closedloop_shop_public",
        isSameDayReversalEnabled: false,
      },
    ],
  },
  {
    id: RIVAL,
    slug: "rival-roasters",
    title: "Rival Roasters",
    rateLimitTier: "standard",
    publicKey: "pk_test_closedloop_rival",
    secret: "sk_test_closedloop_rival_public_secret",
    requireSignature: true,
    merchants: [
      {
        id: MerchantId.parse("TESTmerchantRival"),
        name: "Rival Roastery",
        mcc: "5814",
        isSameDayReversalEnabled: false,
      },
    ],
  },
];

export const LOAD_TENANT: SandboxTenant = {
  id: TenantId.parse("TESTtenantLoad001"),
  slug: "load-test",
  title: "Load Test",
  rateLimitTier: "network",
  publicKey: "pk_test_closedloop_load",
  secret: "sk_test_closedloop_load_public_secret",
  requireSignature: false,
  merchants: [
    { id: MerchantId.parse("TESTmerchantLoad1"), name: "Load Merchant", mcc: "5999", isSameDayReversalEnabled: false },
  ],
};

const ALICE = MemberId.parse("TESTmemberAlice01");
const BOB = MemberId.parse("TESTmemberBob0001");
/** Has no login, so that nobody can change her cards, which decline. */
const DANA = MemberId.parse("TESTmemberDana001");

export const SANDBOX_MEMBERS = [
  { id: ALICE, name: "Alice Sandbox", tenantId: COFFEE },
  { id: BOB, name: "Bob Sandbox", tenantId: COFFEE },
  { id: DANA, name: "Dana Sandbox", tenantId: COFFEE },
  { id: DEMO_MEMBER, name: "Robin Sandbox", tenantId: COFFEE },
] as const;

interface SandboxAccount {
  readonly id: AccountId;
  readonly memberId: MemberId;
  readonly currency: Currency;
  readonly openingMinor: bigint;
}

const ALICE_USD = AccountId.parse("TESTacctAlice0001");
const BOB_USD = AccountId.parse("TESTacctBob000001");
const ALICE_JPY = AccountId.parse("TESTacctAliceJPY1");
const ALICE_KWD = AccountId.parse("TESTacctAliceKWD1");
const ROBIN_USD = AccountId.parse("TESTacctRobin0001");
const DANA_USD = AccountId.parse("TESTacctDana00001");

export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  { id: ALICE_USD, memberId: ALICE, currency: "USD", openingMinor: 1_000_000_00n },
  { id: BOB_USD, memberId: BOB, currency: "USD", openingMinor: 25_00n },
  { id: ALICE_JPY, memberId: ALICE, currency: "JPY", openingMinor: 1_000_000n },
  { id: ALICE_KWD, memberId: ALICE, currency: "KWD", openingMinor: 100_000_000n },
  { id: DANA_USD, memberId: DANA, currency: "USD", openingMinor: 1_000_00n },
  { id: ROBIN_USD, memberId: DEMO_MEMBER, currency: "USD", openingMinor: 1_000_000_00n },
];

interface SandboxCard {
  readonly panToken: PanToken;
  readonly accountId: AccountId;
  readonly status?: "frozen" | "closed";
  readonly expiresOn?: Date;
  readonly perTransactionLimitMinor?: bigint;
  readonly dailyCountLimit?: number;
  readonly alwaysDeclinesWith?: DeclineCode;
}

/** Each has a card `TESTcardDecline…` that always declines with it. */
const ALWAYS_DECLINED = ["05", "14", "51", "54", "57", "61", "62", "65"] as const;

const alice = { accountId: ALICE_USD };

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { ...alice, panToken: parsePanToken("TESTcardApproved1") },
  { accountId: BOB_USD, panToken: parsePanToken("TESTcardLowFunds1") },
  { ...alice, panToken: parsePanToken("TESTcardExpired01"), expiresOn: new Date("2020-01-01") },
  { ...alice, panToken: parsePanToken("TESTcardRestrict1"), status: "frozen" },
  { ...alice, panToken: parsePanToken("TESTcardOverLimit"), perTransactionLimitMinor: 10_00n },
  { ...alice, panToken: parsePanToken("TESTcardVelocity1"), dailyCountLimit: 3 },
  { ...alice, panToken: parsePanToken("TESTcardClosed001"), status: "closed" },
  { accountId: ALICE_JPY, panToken: parsePanToken("TESTcardJapanYen1") },
  { accountId: ALICE_KWD, panToken: parsePanToken("TESTcardKuwaitKWD") },
  ...ALWAYS_DECLINED.map((code) => ({
    accountId: DANA_USD,
    panToken: parsePanToken(`TESTcardDecline${code}`),
    alwaysDeclinesWith: code,
  })),
];

export const DEMO_PASSWORD = "closed-loop-demo";

export const SANDBOX_USERS: readonly { readonly email: string; readonly role: NewRole }[] = [
  { email: "alice@member.test", role: { kind: "member", memberId: ALICE } },
  { email: "bob@member.test", role: { kind: "member", memberId: BOB } },
  { email: "admin@tenant.test", role: { kind: "tenant_owner", tenantId: COFFEE } },
  { email: "rival@tenant.test", role: { kind: "tenant_owner", tenantId: RIVAL } },
  { email: "operator@network.test", role: { kind: "network_operator" } },
];

/** Has what the bank brought, and a dispute. */
export const SANDBOX_EUROS = {
  accountId: AccountId.parse("TESTacctDanaEUR01"),
  memberId: DANA,
  tenantId: COFFEE,
  panToken: parsePanToken("TESTcardDanaEuro1"),
  merchantId: MerchantId.parse("TESTmerchantShop1"),
  currency: "EUR",
} as const;

/** The network's, as the sample statements have it. */
export const SANDBOX_BANK = {
  holder: "Closed Loop Sandbox",
  country: "DE",
  accountNumber: "DE89370400440532013000",
  bankCode: null,
  bankName: "Sample Bank",
  currency: "EUR",
} as const;

/** From which amount on members are paid out, so that the sandbox pays them out at all. It costs nothing. */
export const SANDBOX_PAYOUT_TERMS = [
  { currency: "USD", smallest: 1 },
  { currency: "EUR", smallest: 1 },
] as const;
