const THROTTLED = {
  password: (minutes: number) =>
    `Too many wrong passwords. Try again in ${minutes} min. To sign in now, reset your password.`,
  code: (minutes: number) => `Too many wrong codes. Try again in ${minutes} min.`,
  passkey: (minutes: number) => `Too many attempts. Try again in ${minutes} min.`,
} as const;

/**
 * A failed sign-in gets one message for all reasons, so that it reveals nothing about the login; only throttling, a wrong code,
 * and outages differ.
 */
export function formatFailure(error: string, tried: keyof typeof THROTTLED): string {
  const [code, seconds] = error.split(":");
  if (code === "rate_limit_exceeded") return THROTTLED[tried](Math.max(1, Math.ceil(Number(seconds) / 60)));
  if (code === "second_factor_invalid") return "That code is wrong or has already been used. Each works once.";
  if (code === "temporarily_unavailable") return "We can’t reach our database. Try again in a few seconds.";
  if (code === "CredentialsSignin") {
    return tried === "passkey"
      ? "That passkey didn’t work. Try again, or sign in with your password."
      : "Email and password don’t match.";
  }
  return "Signing in is not possible at the moment. Try again.";
}
