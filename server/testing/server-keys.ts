import { forgetSingleton } from "@/server/platform/singleton";

const RING = ["env", "derived-keys", "kept-keys", "authorization-number-rounds"];

export function startWithKeys(setting: { readonly HMAC_KEY: string } | { readonly HMAC_KEYS: string }): void {
  delete process.env.HMAC_KEY;
  delete process.env.HMAC_KEYS;
  Object.assign(process.env, setting);
  for (const name of RING) forgetSingleton(name);
}
