/**
 * Runs before the rest of the page. If a script or style of the page's build is gone (404, not a network failure), reloads the
 * page once per file to get the current build. If that didn't help, as in the middle of a deployment, shows a message.
 */
const WATCH = `(${watch.toString()})()`;

function watch() {
  const KEY = "closed-loop-build-gone";
  let isSaid = false;
  const say = () => {
    if (isSaid) return;
    isSaid = true;
    const bar = document.createElement("p");
    bar.setAttribute("role", "alert");
    bar.style.cssText =
      "position:fixed;inset:auto 0 0 0;margin:0;padding:1rem;text-align:center;background:#7c2d12;color:#fff;z-index:2147483647";
    bar.textContent =
      "This page is of another version of the service, and parts of it are gone. Reload it in a moment. ";
    const button = document.createElement("button");
    button.textContent = "Reload";
    button.style.textDecoration = "underline";
    button.addEventListener("click", () => location.reload());
    bar.append(button);
    document.body.append(bar);
  };
  const reload = (address: string) => {
    // This runs as text in the page, where it can't import the guard of the browser's storage.
    try {
      const gone = sessionStorage.getItem(KEY)?.split(" ") ?? [];
      if (gone.includes(address)) return say();
      sessionStorage.setItem(KEY, [...gone, address].join(" "));
    } catch {
      return say();
    }
    location.reload();
  };
  addEventListener(
    "error",
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
      const address = target instanceof HTMLScriptElement ? target.src : target.href;
      if (!address.includes("/_next/static/")) return;
      fetch(address, { method: "HEAD", cache: "no-store" }).then(
        ({ status }) => {
          if (status === 404) reload(address);
        },
        () => undefined,
      );
    },
    true,
  );
}

export function BuildGone({ nonce }: { readonly nonce: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is the function above
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: WATCH }} />;
}
