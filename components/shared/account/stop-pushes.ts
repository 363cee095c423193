const WAITS_MS = 2_000;

/**
 * Unsubscribes this browser from pushes, so that its next user doesn't see pending ones. Never throws, and gives up after two
 * seconds if the push service doesn't answer.
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
