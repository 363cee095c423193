// The wallet's service worker. It keeps one page, which says that there is no connection, and nothing of anybody's: what
// the wallet shows is always the server's newest answer. And it shows the notifications that the server sends.

const KEPT = "closed-loop-wallet-1";
const OFFLINE = "/wallet-offline.html";
const HOME = "/wallet";
const RENEW = "/api/trpc/wallet.pushes.renew";

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.add(new Request(OFFLINE, { cache: "reload" }));
  await self.skipWaiting();
}

async function forgetEarlier() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function load(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

// What can't be read is shown too: browsers take a permission back that is used for pushes without a notification.
function readPush(data) {
  try {
    const { title, body, href, tag, at } = data.json();
    return { title: String(title), body: String(body), href: String(href), tag: String(tag), at: Number(at) };
  } catch {
    return { title: "Something happened in your wallet", body: "", href: HOME, tag: "unknown", at: Date.now() };
  }
}

// Of two with one tag, the later takes the place of the earlier.
function show({ title, body, href, tag, at }) {
  const icon = "/icons/wallet-192.png";
  return self.registration.showNotification(title, { body, tag, icon, timestamp: at, data: { href } });
}

// Nothing but pages of the wallet, whatever a push says.
function pageOf(href) {
  const { origin } = self.location;
  const url = URL.canParse(href, origin) ? new URL(href, origin) : null;
  const isOurs = url?.origin === origin && (url.pathname === HOME || url.pathname.startsWith(`${HOME}/`));
  return isOurs ? url.href : new URL(HOME, origin).href;
}

// The wallet that is open, on the page that is meant if it stands there, else wherever it is; a new one where none is.
async function open(page) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const wallets = windows.filter(({ url }) => pageOf(url) === url);
  const found = wallets.find(({ url }) => url === page) ?? wallets[0];
  if (!found) return self.clients.openWindow(page);
  if (found.url === page) return found.focus();
  const led = await found.navigate(page).catch(() => null);
  return led ? led.focus() : self.clients.openWindow(page);
}

// The push service gave another address. The sender stays the one that the browser was told.
async function renew({ oldSubscription, newSubscription }) {
  const senderKey = oldSubscription?.options.applicationServerKey;
  const options = { userVisibleOnly: true, applicationServerKey: senderKey };
  const next = newSubscription ?? (senderKey ? await self.registration.pushManager.subscribe(options) : null);
  if (!next) return;
  const { endpoint, keys } = next.toJSON();
  await fetch(RENEW, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(load(event.request));
});
self.addEventListener("push", (event) => event.waitUntil(show(readPush(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data?.href ?? HOME)));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
