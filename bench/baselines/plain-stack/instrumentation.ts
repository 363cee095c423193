/** Without a hook of its own, Next would take the app's, from the root of the checkout. */
export function register(): void {
  // A plain stack has nothing to set up.
}
