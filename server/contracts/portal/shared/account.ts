import { z } from "zod";
import { foldCode } from "@/server/contracts/crockford";
import { EMAIL } from "@/server/contracts/email";
import { MemberIdField, RecordIdField } from "@/server/contracts/fields";
import { nameField } from "./pages";
import { isWholePassword, MAX_PASSWORD_BYTES, normalizePassword } from "./passwords";

const MIN_PASSWORD_LENGTH = 12;

/** The host in the form that mail is sent to: `аня@почта.рф` has one of its own script. What isn't a host stays. */
function withAsciiHost(address: string): string {
  const [, local, host] = /^([^@]+)@([^@/?#:\\\s]+)$/.exec(address.trim()) ?? [];
  if (!local || !host || /^[\x20-\x7e]*$/.test(host) || !URL.canParse(`https://${host}`)) return address;
  return `${local}@${new URL(`https://${host}`).hostname}`;
}

const NO_EMAIL = "Enter an email address, like you@example.com.";

export const EmailField = z
  .string(NO_EMAIL)
  .max(254, "Use at most 254 characters.")
  .transform(withAsciiHost)
  .pipe(z.email({ pattern: EMAIL, error: NO_EMAIL }).max(254, "Use at most 254 characters."));

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

export const ChooseMemberInput = z.object({ memberId: MemberIdField });

/** Without an id, marks all as read. */
export const MarkReadInput = z.object({ id: RecordIdField.optional() });

export const InvitedInput = z.object({ email: EmailField });
