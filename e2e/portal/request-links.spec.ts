import type { Page } from "@playwright/test";
import { encode } from "uqr";
import { expectGood } from "../fixtures/looks";
import { createMember, dropSession, signInAs } from "../fixtures/new-member";
import { signIn } from "../fixtures/portal";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

async function ask(baseURL: string | undefined) {
  const answer = await postAsMerchant(baseURL, "recurring/authorize", {
    memberId: "TESTmemberAlice01",
    merchantReference: "beans",
    description: `Beans ${crypto.randomUUID().slice(0, 8)}`,
    maxAmount: 20,
  });
  return answer as { recurringAuthorizationId: string; approvalUrl: string };
}

/** A fake camera that shows a QR code of the text last passed to `show`. */
async function giveCamera(page: Page): Promise<{ show: (text: string) => Promise<void> }> {
  await page.addInitScript(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 480;
    const dark: boolean[][] = [];
    const draw = () => {
      const context = canvas.getContext("2d");
      if (!context) return;
      context.fillStyle = "#d8d4cc";
      context.fillRect(0, 0, canvas.width, canvas.height);
      const size = 260 / Math.max(1, dark.length);
      context.fillStyle = "white";
      if (dark.length > 0) context.fillRect(170, 90, 300, 300);
      context.fillStyle = "#222222";
      for (const [y, row] of dark.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) context.fillRect(190 + x * size, 110 + y * size, size + 0.5, size + 0.5);
    };
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
    Object.assign(window, { showToCamera: (rows: boolean[][]) => dark.splice(0, dark.length, ...rows) });
  });
  return {
    show: (text) =>
      page.evaluate((rows) => Reflect.get(window, "showToCamera")(rows), encode(text, { border: 0 }).data),
  };
}

test("a request is scanned at the till, opened from its link, or by its id; what isn’t one leads nowhere", {
  tag: "@journey",
}, async ({ page, baseURL }) => {
  const { recurringAuthorizationId: recordId, approvalUrl } = await ask(baseURL);
  const camera = await giveCamera(page);
  await signIn(page);
  await page.getByRole("link", { name: "Scan a request" }).click();
  await page.getByRole("button", { name: "Open the camera" }).click();
  await expect(page.getByRole("button", { name: "Close the camera" })).toBeVisible();
  await camera.show(`https://elsewhere.test/wallet/r/${recordId}`);
  await expect(page.getByText("This code isn’t a request to you.")).toBeVisible();
  await camera.show(approvalUrl);
  const request = page.getByRole("heading", { name: "Sandbox Café wants permission to charge you" });
  await expect(request).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/wallet/agreements/${recordId}$`));

  await page.goto("/wallet/scan");
  await page.getByLabel("Link or ID").fill("https://elsewhere.test/");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This isn’t a request.")).toBeVisible();
  await page.getByLabel("Link or ID").fill(recordId);
  await page.keyboard.press("Enter");
  await expect(request).toBeVisible();
});

test("a request's link asks for a sign-in first, and shows the request to the asked member only", async ({
  page,
  baseURL,
}) => {
  const { approvalUrl } = await ask(baseURL);
  await page.goto(approvalUrl);
  await page.getByLabel("Email").fill("alice@member.test");
  await page.getByLabel("Password").fill("closed-loop-demo");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sandbox Café wants permission to charge you" })).toBeVisible();
  await dropSession(page);
  await signInAs(page, await createMember(["Stranger"]), new URL(approvalUrl).pathname);
  await expect(page.getByText("This request isn’t yours to answer")).toBeVisible();
  await expect(page.getByText("Sandbox Café")).toHaveCount(0);
  await expectGood(page, "a request to someone else");
  await page.goto("/wallet/scan");
});
