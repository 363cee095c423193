import { ALL_LOOKS, expectAccessible, inEachLook } from "../fixtures/looks";
import { postAsMerchant } from "../fixtures/sandbox";
import { expect, test } from "../fixtures/test";

async function sellAndRefund(baseURL: string | undefined): Promise<{ url: string; transactionId: string }> {
  const sale = await postAsMerchant(baseURL, "transactions/sale", {
    amount: 12.5,
    paymentMethod: "TESTcardApproved1",
    merchantReference: "receipt-test",
  });
  const { transactionId, receipt } = sale as { transactionId: string; receipt: { url: string } };
  await postAsMerchant(baseURL, "transactions/refund", { transactionId, amount: 5 });
  return { url: new URL(receipt.url).pathname, transactionId };
}

test("a receipt can be read by everyone and fits, in each color on each device", { tag: "@journey" }, async ({
  page,
  baseURL,
}) => {
  const { url, transactionId } = await sellAndRefund(baseURL);
  const response = await page.goto(url);
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  expect(response?.headers()["x-robots-tag"]).toBe("noindex");
  const check = async () => {
    await expect(page.getByRole("heading", { name: "Sandbox Café" })).toBeVisible();
    for (const text of ["$12.50", "−$5.00", "Partly refunded", transactionId, "receipt-test", "goods returned"]) {
      await expect(page.getByText(text).first()).toBeVisible();
    }
    await expect(page.getByText("$7.50")).toHaveCount(2);
    await expectAccessible(page, "receipt");
  };
  await inEachLook(page, check, ALL_LOOKS);
});

test("a receipt's address cannot be made up", async ({ page, baseURL }) => {
  const { url, transactionId } = await sellAndRefund(baseURL);
  const wrongProof = `${url.slice(0, -1)}${url.endsWith("0") ? "1" : "0"}`;
  for (const address of [`/receipts/${transactionId}`, wrongProof, `${url}-0`, "/receipts/%00", "/receipts/-"]) {
    expect((await page.goto(address))?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
});
