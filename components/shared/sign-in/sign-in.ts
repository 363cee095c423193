interface Login {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Signs in with a password. */
export const signIn = (login: Login) => signInWith("credentials", { ...login });

/** Signs in. Loads next-auth on first use, to keep pages small. */
export async function signInWith(provider: "credentials" | "passkey", proof: Readonly<Record<string, string>>) {
  const auth = await import("next-auth/react");
  const send = () => auth.signIn(provider, { ...proof, redirect: false });
  const answer = await send();
  // Another tab got a token in between, which replaced ours. next-auth says so only in the URL; the new token stays.
  const isStale = answer?.url && new URL(answer.url, location.href).searchParams.has("csrf");
  return isStale ? send() : answer;
}
