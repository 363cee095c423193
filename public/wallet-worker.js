// The wallet's service worker. It keeps one page, which says that there is no connection, and nothing of anybody's: what
// the wallet shows is always the server's newest answer.

const KEPT = "closed-loop-wallet-1";
const OFFLINE = "/wallet-offline.html";

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

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetEarlier()));
self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(load(event.request));
});
