import { z } from "zod";
import { RecordIdField } from "./fields";
import { ChangePasswordInput } from "./portal";

/** Inputs of what concerns somebody's login: making one, proving it is theirs, getting back in. */

export const EmailField = z.email("Enter an e-mail address, like you@example.com.").max(254, "At most 254 characters.");
const PasswordField = z.string().min(1, "Enter your password.").max(1_000);
const NewPasswordField = ChangePasswordInput.shape.next;
const MAX_COMPANY = 80;

/** Lengths of the codes an authenticator shows, and of recovery codes with and without their hyphen. */
const CODE = /^(\d{6}|[0-9a-z]{5}-?[0-9a-z]{5})$/i;
const SecondFactorCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(CODE, "Enter the 6 digits, or a recovery code."));

export const SignUpInput = z.object({
  company: z
    .string()
    .trim()
    .min(1, "Enter the name of your company or project.")
    .max(MAX_COMPANY, `At most ${MAX_COMPANY} characters.`)
    .regex(/[^\p{C}\p{Z}]/u, "Enter the name of your company or project.")
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, "Use letters, digits and spaces."),
  email: EmailField,
  password: NewPasswordField,
});

/** `npm run operator:create`. */
export const OperatorLoginInput = z.object({ email: EmailField, password: NewPasswordField });

/** What a form that invites asks for. */
export const InvitedInput = z.object({ email: EmailField });

export const ForgotInput = z.object({ email: EmailField });

const TokenField = z.string().min(1).max(100);
export const ResetInput = z.object({ token: TokenField, password: NewPasswordField });
export const InvitationInput = z.object({ token: TokenField });
export const JoinInput = z.object({ token: TokenField, password: NewPasswordField });

export const PasswordInput = z.object({ password: PasswordField });
export const ConfirmSecondFactorInput = z.object({ code: SecondFactorCode });
export const ProveSecondFactorInput = z.object({ password: PasswordField, code: SecondFactorCode });

/** Without an id: all of them. */
export const MarkReadInput = z.object({ id: RecordIdField.optional() });
