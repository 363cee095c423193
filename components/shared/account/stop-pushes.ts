const WAITS_MS = 2_000;

/**
 * The browser forgets where it took pushes: what is still on its way shows to no one who uses it next. Never throws, and
 * waits for no push service that is away.
 */
export async function stopPushes(): Promise<void> {
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, WAITS_MS);
  });
  await Promise.race([unsubscribe().catch(() => undefined), late]);
}

async function unsubscribe(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration("/wallet");
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
