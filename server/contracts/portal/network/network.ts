import { z } from "zod";
import { INK, PERIODS, TIERS } from "@/server/contracts/choices";
import {
  AccountIdField,
  CardIdField,
  DateField,
  lineOfText,
  MemberIdField,
  MerchantIdField,
  RecordIdField,
} from "@/server/contracts/fields";
import { EmailField, ErasePersonInput, NewPasswordField } from "../shared/account";
import { EnvironmentField, nameField, TypedAmount } from "../shared/pages";

export const OperatorInput = z.object({ environment: EnvironmentField });

export const OperatorLoginInput = z.object({ email: EmailField, password: NewPasswordField });

export const LoginInput = z.object({ email: EmailField });

export const ActivityField = z.enum(["active", "suspended"]);

const SlugField = z.string().min(1).max(64);

export const NetworkOverviewInput = z.object({ period: z.enum(PERIODS).default("24h") });

export const ReservesInput = z.object({ day: DateField.optional() });

export const DecideInput = z.object({ id: RecordIdField, isApproved: z.boolean() });
export const TenantSlugInput = z.object({ slug: SlugField });
export const InviteOwnerInput = TenantSlugInput.extend({ key: z.uuid(), email: EmailField });
export const TenantStatusInput = z.object({ slug: SlugField, status: ActivityField });
export const TenantTierInput = z.object({ slug: SlugField, tier: z.enum(TIERS) });

export const OnboardTenantInput = z.object({
  title: nameField("the organization’s name"),
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use lowercase letters, digits, and single hyphens.")
    .min(3, "Use at least 3 characters.")
    .max(40, "Use at most 40 characters."),
  tier: z.enum(TIERS),
  mcc: z.string().regex(/^\d{4}$/, "Enter four digits."),
});

export const MerchantStatusInput = z.object({ id: MerchantIdField, status: ActivityField });
export const SameDayReversalInput = z.object({ id: MerchantIdField, isEnabled: z.boolean() });

export const NetworkMemberInput = z.object({ id: MemberIdField });
export const EraseMemberInput = ErasePersonInput.extend(NetworkMemberInput.shape);
export const CardStatusInput = z.object({ id: CardIdField, status: z.enum(["active", "frozen", "closed"]) });

export const FundAccountInput = z.object({
  accountId: AccountIdField,
  amount: TypedAmount,
  reference: z.string().trim().regex(INK, "Say what the money is for.").pipe(lineOfText(140)),
  /** Created when the form opens, so that a repeat funds only once. */
  key: z.uuid(),
});

export const ReverseFundingInput = z.object({
  fundingId: RecordIdField,
  reference: z.string().trim().pipe(lineOfText(140)).optional(),
  /** Live only: the funding's amount, retyped. */
  confirmedAmount: TypedAmount.optional(),
  key: z.uuid(),
});

/** Null settles every merchant's completed days. */
export const SettleInput = z.object({ merchantId: MerchantIdField.nullable() });
