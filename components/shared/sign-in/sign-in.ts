interface Login {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Signs in. Loads next-auth on first use, to keep pages small. */
export async function signIn(login: Login) {
  const auth = await import("next-auth/react");
  return auth.signIn("credentials", { ...login, redirect: false });
}
