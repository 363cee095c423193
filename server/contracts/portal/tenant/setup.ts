import { z } from "zod";
import { MAX_NAME } from "@/server/contracts/choices";
import {
  AccountIdField,
  CardIdField,
  CurrencyField,
  DateField,
  lineOfText,
  MemberIdField,
  MerchantIdField,
  RecordIdField,
  TimeZoneField,
} from "@/server/contracts/fields";
import { MERCHANT_SCOPES } from "@/server/contracts/keys/merchant-scopes";
import { TENANT_SCOPES } from "@/server/contracts/keys/tenant-scopes";
import { MerchantSettingsInput as ChangedSettings } from "@/server/contracts/merchant-setting-fields";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import { EmailField } from "../shared/account";
import { AddressesField } from "../shared/addresses";
import { nameField, TypedAmount } from "../shared/pages";

const MAX_MCCS = 50;

const MccField = z.string().regex(/^\d{4}$/, "Choose a four-digit category.");

export const MemberIdInput = z.object({ id: MemberIdField });
export const MerchantIdInput = z.object({ id: MerchantIdField });

/** Created when a dialog opens, so that a repeat does nothing. */
const key = z.uuid();

export const NewApiKeyInput = z.object({
  key,
  label: nameField("what the key is for"),
  requireSignature: z.boolean(),
  /** Default: all scopes. */
  scopes: z.array(z.enum(TENANT_SCOPES)).min(1).max(TENANT_SCOPES.length).optional(),
  allowedAddresses: AddressesField,
  /** How long it works. Default: until it is revoked or replaced. */
  hours: z.int().min(1).max(720).optional(),
});

/** `hours` is how long the old key keeps working, at most 30 days. */
export const ReplaceApiKeyInput = RecordIdInput.extend({ key, hours: z.int().min(1).max(720) });

export const SignatureRequirementInput = RecordIdInput.extend({ requireSignature: z.boolean() });

export const NewMerchantInput = z.object({
  key,
  name: nameField("the merchant’s name"),
  mcc: MccField,
  isSameDayReversalEnabled: z.boolean(),
});

export const NewSecretInput = RecordIdInput.extend({ key });

export const NewMerchantKeyInput = MerchantIdInput.extend({
  key,
  label: lineOfText(MAX_NAME).optional(),
  /** Default: all scopes. */
  scopes: z.array(z.enum(MERCHANT_SCOPES)).min(1, "Choose at least one.").max(MERCHANT_SCOPES.length).optional(),
  /** First UTC day on which it no longer works. Default: never expires. */
  expiresOn: DateField.optional(),
});

export const MerchantKeyInput = z.object({ merchantId: MerchantIdField, keyId: RecordIdField });

export const MerchantSettingsInput = MerchantIdInput.extend({ settings: ChangedSettings });

export const NewMemberInput = z
  .object({
    key,
    name: nameField("the member’s name"),
    currency: CurrencyField.optional(),
    amount: TypedAmount.optional(),
    email: EmailField.optional(),
  })
  .refine(({ currency, amount }) => amount === undefined || currency !== undefined, {
    path: ["currency"],
    message: "Choose the currency of the amount.",
  });

export const InviteMemberInput = MemberIdInput.extend({ key, email: EmailField });

export const NewAccountInput = z.object({ key, memberId: MemberIdField, currency: CurrencyField });

export const NewCardInput = z.object({
  key,
  account: AccountIdField,
  perTransactionLimit: TypedAmount.optional(),
  dailyAmountLimit: TypedAmount.optional(),
  dailyCountLimit: z
    .int("Enter a whole number.")
    .min(1, "Enter at least 1.")
    .max(10_000, "Enter at most 10,000.")
    .optional(),
  /** Empty allows all categories. */
  allowedMccs: z.array(MccField).max(MAX_MCCS, `Use at most ${MAX_MCCS} categories.`),
});

export const RevealCardInput = z.object({ id: CardIdField });

export const CardStatusInput = z.object({ id: CardIdField, status: z.enum(["active", "frozen", "closed"]) });

export const FundingInput = RecordIdInput.extend({ key, amount: TypedAmount });

export const RenameTenantInput = z.object({ title: nameField("a title") });

export const KeepLiveBodiesInput = z.object({ isOn: z.boolean() });

export const TimeZoneInput = z.object({ timeZone: TimeZoneField });
