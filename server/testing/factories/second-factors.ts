import { Secret, TOTP } from "otpauth";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { decryptText, encryptText } from "@/server/platform/crypto";

/** People who move real money need one for everything in the portal. */
export async function giveTestSecondFactor({ id }: { readonly id: string }): Promise<void> {
  const sealedTotpSecret = encryptText("second-factor", new Secret({ size: 20 }).base32);
  await getPrisma().user.update({ where: { id }, data: { sealedTotpSecret, totpConfirmedAt: now() } });
}

/** The current code of a login's authenticator, valid for one more sign-in; undefined without one. */
export async function testCodeOf(email: string): Promise<string | undefined> {
  const { sealedTotpSecret } = await getPrisma().user.update({ where: { email }, data: { totpLastStep: null } });
  if (sealedTotpSecret === null) return undefined;
  const secret = Secret.fromBase32(decryptText("second-factor", sealedTotpSecret));
  return new TOTP({ secret }).generate({ timestamp: now().getTime() });
}
