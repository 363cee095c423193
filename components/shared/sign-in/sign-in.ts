interface Login {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Sends a login; what it answers says how it went. Its library is loaded with the first one: no page waits for it. */
export async function signIn(login: Login) {
  const auth = await import("next-auth/react");
  return auth.signIn("credentials", { ...login, redirect: false });
}
