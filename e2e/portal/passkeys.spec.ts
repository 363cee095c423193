import type { Page } from "@playwright/test";
import { expectAccessible, expectGood } from "../fixtures/looks";
import { createMember, dropSession, signInAs } from "../fixtures/new-member";
import { expect, test } from "../fixtures/test";

/** A virtual authenticator with a fingerprint. Returns a function that sets whether the user's finger is on it. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified: boolean) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

test("a passkey is added with the password, signs in with one press, and opens nothing once it is removed", {
  tag: "@journey",
}, async ({ page }) => {
  const member = await createMember(["Pia Passkey"]);
  const setFinger = await addAuthenticator(page);
  await signInAs(page, member, "/wallet/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await expect(dialog.getByLabel("Name")).toHaveValue(/Chrome on /);
  await dialog.getByLabel("Name").fill("Laptop at the window");
  await expectAccessible(page, "add a passkey");
  await dialog.getByLabel("Your password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That isn’t your password.")).toBeVisible();
  await setFinger(false);
  await dialog.getByLabel("Your password").fill(member.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("No passkey was created.")).toBeVisible();
  await setFinger(true);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Laptop at the window", { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectGood(page, "passkeys");
  await page.getByRole("button", { name: "Rename Laptop at the window" }).click();
  const renaming = page.getByRole("dialog", { name: "Rename this passkey" });
  await expect(renaming.getByLabel("Name")).toHaveValue("Laptop at the window");
  await expectAccessible(page, "rename a passkey");
  await renaming.getByLabel("Name").fill("Laptop at the door");
  await page.keyboard.press("Enter");
  await expect(renaming).toBeHidden();
  await expect(page.getByText("Laptop at the door", { exact: true }).first()).toBeVisible();

  await dropSession(page);
  await setFinger(false);
  await page.goto("/sign-in?next=%2Fwallet%2Fsettings");
  const press = page.getByRole("button", { name: "Sign in with a passkey" });
  await press.click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await setFinger(true);
  await press.click();
  await page.waitForURL("**/wallet/settings");
  await expect(page.getByText("Last used")).toBeVisible();
  // The virtual authenticator picks the autofill passkey by itself.
  await dropSession(page);
  await page.goto("/sign-in?next=%2Fwallet%2Fsettings");
  await page.getByLabel("Email").focus();
  await page.waitForURL("**/wallet/settings");
  await expect(page.getByText("Last used")).toBeVisible();

  await page.getByRole("button", { name: "Remove Laptop at the door" }).click();
  const removing = page.getByRole("dialog", { name: "Remove this passkey?" });
  await removing.getByLabel("Your password").fill(member.password);
  await removing.getByRole("button", { name: "Remove" }).click();
  await expect(removing).toBeHidden();
  await dropSession(page);
  await page.goto("/sign-in");
  await press.click();
  await expect(page.getByText("That passkey didn’t work.")).toBeVisible();
});
