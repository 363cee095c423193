import { z } from "zod";
import { foldCode } from "@/server/contracts/crockford";
import { MemberIdField, RecordIdField } from "@/server/contracts/fields";
import { nameField } from "./pages";
import { isWholePassword, MAX_PASSWORD_BYTES, normalizePassword } from "./passwords";

const MIN_PASSWORD_LENGTH = 12;

export const EmailField = z
  .email("Enter an email address, like you@example.com.")
  .max(254, "Use at most 254 characters.");

const PasswordField = z.string().min(1, "Enter your password.").max(1_000);

/** The length is checked after normalization, as it will be hashed. */
export const NewPasswordField = z
  .string()
  .transform(normalizePassword)
  .pipe(
    z
      .string()
      .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
      .refine(isWholePassword, `Use at most ${MAX_PASSWORD_BYTES} bytes.`),
  );

/** Must not look like an email, or contain invisible characters. */
const PersonName = nameField("your name")
  .refine((name) => !name.includes("@"), "Use a name without @.")
  .refine((name) => !/[\p{Cf}\p{Zl}\p{Zp}]/u.test(name), "Use a name without invisible characters.");

/** Empty means: show only the email. */
export const ChangeNameInput = z.object({
  name: z.union([z.literal("").transform(() => null), PersonName]),
});

export const ChangePasswordInput = z.object({
  current: z.string().min(1, "Enter your current password.").max(1_000),
  next: NewPasswordField,
});

/** Length of authenticator codes and of recovery codes. */
const CODE = /^(\d{6}|[0-9a-z]{10})$/i;

const SecondFactorCode = z
  .string()
  .transform(foldCode)
  .pipe(z.string().regex(CODE, "Enter the 6 digits, or a recovery code."));

export const PasswordInput = z.object({ password: PasswordField });

export const ConfirmSecondFactorInput = z.object({ code: SecondFactorCode });

export const ProveSecondFactorInput = z.object({ password: PasswordField, code: SecondFactorCode });

export const ProveEmailInput = z.object({
  code: z
    .string()
    .transform(foldCode)
    .pipe(z.string().regex(/^\d{8}$/, "Enter the 8 digits from the email.")),
});

export const ProofInput = z.object({ password: PasswordField, code: SecondFactorCode.optional() });

export const ErasePersonInput = ProofInput.extend({
  agreed: z.string().min(1).max(100),
});

export const EndSessionInput = z.object({ id: RecordIdField });

export const ChooseMemberInput = z.object({ memberId: MemberIdField });

/** Without an id, marks all as read. */
export const MarkReadInput = z.object({ id: RecordIdField.optional() });

export const InvitedInput = z.object({ email: EmailField });
