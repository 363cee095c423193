import { publicUrl } from "@/server/platform/env";

/** Over HTTPS, cookies are secure and have a name prefix, so that no other host or plain HTTP page can set them. */
export function isSecure(): boolean {
  return publicUrl("/").startsWith("https:");
}

export function cookies() {
  const secure = isSecure();
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const host = secure ? "__Host-" : "";
  return {
    sessionToken: { name: `${host}closed-loop.session`, options },
    csrfToken: { name: `${host}closed-loop.csrf`, options },
    knownBrowser: { name: `${host}closed-loop.browser`, options },
    callbackUrl: { name: `${host}closed-loop.callback`, options },
  };
}

export function readCookie(header: string, name: string): string | null {
  const found = header.split(/;\s*/).find((pair) => pair.startsWith(`${name}=`));
  return found ? found.slice(name.length + 1) : null;
}
