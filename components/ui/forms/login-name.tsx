/** Tells password managers which login a form is about. Without a name, so it isn't submitted. */
export function LoginName({ email }: { readonly email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}
