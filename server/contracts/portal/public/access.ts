import { z } from "zod";
import { INK } from "../../choices";
import { EmailField, NewPasswordField } from "../shared/account";
import { PasskeyAssertion } from "../shared/passkeys";

const MAX_COMPANY = 80;

export const SignUpInput = z.object({
  company: z
    .string()
    .trim()
    .min(1, "Enter the name of your company or project.")
    .max(MAX_COMPANY, `At most ${MAX_COMPANY} characters.`)
    .regex(INK, "Enter the name of your company or project.")
    .regex(/^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]*$/u, "Use letters, digits, and spaces."),
  email: EmailField,
  password: NewPasswordField,
});

export const SignInInput = z.object({
  email: EmailField,
  password: z.string().min(1, "Enter your password.").max(1_000),
  code: z.string().max(64).optional(),
});

const MAX_ASSERTION = 12_000;

/** The browser's assertion as JSON text, since forms only have text. */
export const PasskeySignInInput = z.object({
  assertion: z
    .string()
    .max(MAX_ASSERTION)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("must be JSON");
        return z.NEVER;
      }
    })
    .pipe(PasskeyAssertion),
});

export const ForgotInput = z.object({ email: EmailField });

const TokenField = z.string().min(1).max(120);

export const ResetInput = z.object({ token: TokenField, password: NewPasswordField });

export const InvitationInput = z.object({ token: TokenField });

export const JoinInput = z.object({ token: TokenField, password: NewPasswordField });
