/** `home-screen`: iPhones and iPads support notifications only for a wallet opened from the home screen. */
export type Standing = "unsupported" | "home-screen" | "blocked" | "off" | "on";

export interface BrowserAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export class TurnOnError extends Error {
  override readonly name = "TurnOnError";
}

const STARTS_WITHIN_MS = 10_000;

function isAppleTouch(): boolean {
  // An iPad's user agent says Mac; Macs have no touch screen.
  return /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
}

function canShow(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** `on`: the browser is subscribed. Whether the server sends anything is in the server's list. */
export async function readStanding(): Promise<Standing> {
  if (!canShow()) return isAppleTouch() ? "home-screen" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  const registration = await navigator.serviceWorker.getRegistration("/wallet");
  return (await registration?.pushManager.getSubscription()) ? "on" : "off";
}

/** Asks for permission, then subscribes with the push service. Call only on a click. Throws TurnOnError. */
export async function subscribe(senderKey: string): Promise<BrowserAddress> {
  const permission = await Notification.requestPermission();
  if (permission === "denied") throw new TurnOnError("Your browser blocks notifications from this site.");
  if (permission !== "granted") throw new TurnOnError("You didn’t allow notifications. Try again.");
  const manager = (await startedWorker()).pushManager;
  const known = await manager.getSubscription();
  // The old subscription may be for a former sender key, or for the browser's previous user.
  await known?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: senderKey };
  const subscription = await manager.subscribe(options).catch(() => {
    throw new TurnOnError("Your browser couldn’t reach its push service. Check its settings, then try again.");
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

/** The page installs the wallet's service worker; pushes need an active one. */
async function startedWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), STARTS_WITHIN_MS);
  });
  const registration = await Promise.race([navigator.serviceWorker.ready, late]);
  if (!registration) throw new TurnOnError("The wallet isn’t ready yet. Reload the page, then try again.");
  return registration;
}
