/**
 * Tells a password manager whose password a form is about; a person knows it, so it is not shown. No name: it is not sent.
 */
export function LoginName({ email }: { readonly email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}
