import type { Page } from "@playwright/test";
import { ALL_LOOKS, expectGood } from "../fixtures/looks";
import { runShell } from "../fixtures/snippets";
import { expect, test } from "../fixtures/test";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const stepsOf = (page: Page) => region(page, "Steps").getByRole("listitem");

async function press(page: Page, name: string): Promise<void> {
  const before = await stepsOf(page).getByRole("button", { expanded: true }).count();
  const count = before === 0 ? 0 : await stepsOf(page).count();
  await page.getByRole("button", { name, exact: true }).click();
  await expect(stepsOf(page)).toHaveCount(count + 1);
}

const choose = (page: Page, where: string, amount: string) =>
  region(page, where).getByRole("button", { name: amount, exact: true }).click();

async function readSteps(page: Page): Promise<readonly string[]> {
  const rows = stepsOf(page).getByRole("button", { name: / ms/ });
  const texts = await rows.evaluateAll((all) =>
    all.map((row) =>
      [...row.children].filter(({ textContent: text }) => !text?.endsWith(" ms")).map((part) => part.textContent),
    ),
  );
  return texts.map((parts) => parts.join(" ").replace(/[0-9A-Z]{4} [0-9A-Z]{4}$/, "<code>"));
}

async function readCurl(page: Page, number: number): Promise<string> {
  const row = stepsOf(page)
    .nth(number - 1)
    .getByRole("button")
    .first();
  if ((await row.getAttribute("aria-expanded")) === "false") await row.click();
  return (await region(page, "Steps").getByLabel(`Step ${number} as curl`, { exact: true }).textContent()) ?? "";
}

async function wholeRun(page: Page): Promise<void> {
  await page.goto("/bench");
  await press(page, "Make a code");
  await press(page, "Hold $12.00");
  await press(page, "Raise by $5.00");
  await press(page, "Capture $5.00");
  await choose(page, "Merchant", "$3.00");
  await press(page, "Refund $3.00");
  await choose(page, "Merchant", "All");
  await press(page, "Void all");
}

const AFTER = ["After", "−2.00", "+2.00", "0.00"];
const RUN = [
  "1 Make a code, up to $20.00 Member · <code>",
  "2 Hold $12.00 Merchant · Approved, $12.00 held",
  "3 Raise by $5.00 Tenant · Approved, $17.00 held",
  "4 Capture $5.00 Merchant · Captured, $12.00 still held",
  "5 Refund $3.00 Merchant · Returned, $2.00 stays paid",
  "6 Void all Merchant · Released, $0.00 still held",
];

test("two visitors at once, and a link that shows one’s run to the other and runs it again", async ({ openPage }) => {
  const [first, second] = await Promise.all(
    [1, 2].map(async () => {
      const page = await openPage();
      await wholeRun(page);
      expect(await readSteps(page)).toEqual(RUN);
      await expect(region(page, "Books").getByRole("row").last()).toHaveText(AFTER.join(""));
      await expect(region(page, "Webhooks")).toContainText("5 events");
      return page;
    }),
  );
  if (!first || !second) throw new Error("two pages were opened");
  const wordsOf = (page: Page) =>
    region(page, "Merchant")
      .getByText(/^[a-z]+ [a-z]+$/)
      .textContent();
  expect(await wordsOf(first)).not.toBe(await wordsOf(second));
  await expectGood(first, "a whole run", ALL_LOOKS);

  await first.getByRole("button", { name: "Share this run" }).click();
  const link = await first.getByLabel("Link to this run").inputValue();
  expect(link.length).toBeLessThan(8_000);
  const asked: string[] = [];
  second.on("request", (request) => asked.push(request.url()));
  await second.goto("about:blank");
  await second.goto(link);
  await expect(second.getByRole("heading", { name: "A recorded run" })).toBeVisible();
  await expect(second.getByText("Recorded by whoever shared it.")).toBeVisible();
  expect(await readSteps(second)).toEqual(RUN);
  expect(await wordsOf(second)).toBe(await wordsOf(first));
  expect(asked.some((url) => url.includes("/api/"))).toBe(false);
  await expectGood(second, "a recorded run", ALL_LOOKS);

  await second.getByRole("button", { name: "Previous step" }).click();
  await expect(stepsOf(second)).toHaveCount(5);
  await second.getByRole("button", { name: "Run it again" }).click();
  await expect(stepsOf(second)).toHaveCount(6);
  expect(await readSteps(second)).toEqual(RUN);
  await expect(region(second, "Books").getByRole("row").last()).toHaveText(AFTER.join(""));
  expect(await wordsOf(second)).not.toBe(await wordsOf(first));
  await second.goBack();
  await expect(second.getByRole("heading", { name: "A recorded run" })).toBeVisible();
  expect(await wordsOf(second)).toBe(await wordsOf(first));
  await second.goForward();
  await expect(second.getByRole("heading", { name: "Bench" })).toBeVisible();
  await expect(stepsOf(second)).toHaveCount(6);
  expect(await wordsOf(second)).not.toBe(await wordsOf(first));
});

test("a reload goes on with the run, and a double click presses once", async ({ page }) => {
  await page.goto("/bench");
  await press(page, "Make a code");
  const box = await page.getByRole("button", { name: "Hold $12.00", exact: true }).boundingBox();
  const at = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 15] as const;
  await page.mouse.click(...at);
  await expect(stepsOf(page)).toHaveCount(2);
  // "Void" is now where "Hold" was.
  await page.mouse.move(...at);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  const before = await readSteps(page);
  await page.reload();
  await expect(stepsOf(page)).toHaveCount(2);
  expect(await readSteps(page)).toEqual(before);
  await press(page, "Capture $5.00");
  await page.getByRole("button", { name: "Start over" }).click();
  await page.reload();
  await expect(page.getByText("Make a code on the phone.")).toBeVisible();
});

test("a decline is let through on the phone, and the next try pays", async ({ page }) => {
  await page.goto("/bench");
  await choose(page, "Member", "$10.00");
  await press(page, "Make a code");
  await press(page, "Charge $12.00");
  await expect(region(page, "Merchant")).toContainText("Declined");
  await expectGood(page, "a declined charge", ALL_LOOKS);
  await press(page, "Let it through once");
  await press(page, "Charge $12.00");
  await expect(region(page, "Member")).toContainText("Paid at Sandbox Café");
  const allow = await runShell(await readCurl(page, 3));
  expect(JSON.parse(allow)).toMatchObject({ error: { code: "payment_not_rescuable" } });
});

test("the curls of a run do the same from a terminal", async ({ page }) => {
  await wholeRun(page);
  const curls: string[] = [];
  for (let number = 1; number <= 6; number += 1) curls.push(await readCurl(page, number));
  const shown = {
    code: /"paymentCode":"(\w{8})"/.exec(curls[1] ?? "")?.[1] ?? "",
    recordId: /authorizations\/(\w{17})\//.exec(curls[2] ?? "")?.[1] ?? "",
    authorizationId: /"authorizationId":"(\d{7})"/.exec(curls[3] ?? "")?.[1] ?? "",
    transactionId: /"transactionId":"(\w{17})"/.exec(curls[4] ?? "")?.[1] ?? "",
  };
  expect(Object.values(shown)).not.toContain("");
  const swaps = new Map<string, string>();
  const run = async (curl = "") =>
    JSON.parse(await runShell([...swaps].reduce((text, [from, to]) => text.replaceAll(from, to), curl)));
  swaps.set(shown.code, (await run(curls[0])).code);
  const held = await run(curls[1]);
  expect(held).toMatchObject({ approved: true, authorizedAmount: 12 });
  swaps.set(shown.authorizationId, held.authorizationId);
  // The merchant never gets the record id; its authorization number works for the tenant, too.
  swaps.set(shown.recordId, held.authorizationId);
  expect(await run(curls[2])).toMatchObject({ status: "approved", amount: 5 });
  const captured = await run(curls[3]);
  expect(captured).toMatchObject({ capturedAmount: 5, remainingAuthorizedAmount: 12 });
  swaps.set(shown.transactionId, captured.transactionId);
  expect(await run(curls[4])).toMatchObject({ refundedAmount: 3, remainingRefundable: 2 });
  expect(await run(curls[5])).toMatchObject({ voidedAmount: 12, remainingAuthorizedAmount: 0 });
});

test("all regions are in view at once, and the keyboard alone does everything", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/bench");
  for (const name of ["Merchant", "Member", "Books", "Webhooks", "Steps"]) {
    const box = await region(page, name).boundingBox();
    expect(box && box.y + box.height, name).toBeLessThanOrEqual(900);
  }
  const tabTo = async (name: string) => {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeEnabled();
    for (let i = 0; i < 60; i += 1) {
      if (await button.evaluate((it) => it === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
  };
  await tabTo("Make a code");
  await tabTo("Hold $12.00");
  await tabTo("Capture $5.00");
  await expect(region(page, "Merchant")).toContainText("Partly captured");
});

test("an unreadable link says so, and leaves a bench", async ({ page }) => {
  await page.goto("/bench#run=AAAA");
  await expect(page.getByRole("alert").filter({ hasText: "This link doesn’t contain a readable run" })).toBeVisible();
  await press(page, "Make a code");
});

test("the start page’s button makes a code on the bench, which is paid there", {
  tag: "@journey",
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await expect(page.getByRole("figure", { name: /^A payment, finished/ })).toBeInViewport({ ratio: 1 });
  expect(asked.some((path) => path.startsWith("/api/"))).toBe(false);
  await page.getByRole("link", { name: "Make a payment" }).click();
  await expect(stepsOf(page)).toHaveCount(1);
  await press(page, "Charge $12.00");
  await expect(region(page, "Merchant")).toContainText("Captured");
  await expect(region(page, "Books").getByRole("row").last()).toHaveText(
    ["After", "−12.00", "+12.00", "0.00"].join(""),
  );
  expect(new URL(page.url()).hash).toBe("");
});

test("a press that the connection lost is said, and what was there stays", async ({ page }) => {
  await page.goto("/bench");
  await press(page, "Make a code");
  const before = await readSteps(page);
  await page.route("**/api/trpc/public.bench.charge?*", (route) => route.abort());
  await page.getByRole("button", { name: "Hold $12.00", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The connection to Closed Loop was lost." })).toBeVisible();
  expect(await readSteps(page)).toEqual(before);
});
