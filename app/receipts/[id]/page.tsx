import type { Metadata } from "next";
import { cache } from "react";
import { Receipt } from "@/components/public/receipt/receipt";
import { readReceipt } from "@/server/api/receipts";
import { MissingFromSite } from "../../missing";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

/** Anyone with the URL may read the receipt, so it isn't indexed, and no referrer is sent to linked pages. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // If the receipt can't be read, the layout shows the error.
  const receipt = await readOnce((await params).id).catch(() => undefined);
  const title = receipt === null ? "Page not found" : "Receipt";
  return { title, robots: { index: false }, referrer: "no-referrer" };
}

const readOnce = cache(readReceipt);

export default async function Page({ params }: Props) {
  const receipt = await readOnce((await params).id);
  if (!receipt) {
    return (
      <MissingFromSite>
        There is no receipt at this address. Open the link once more, or type all of it: it ends with a long code. The
        shop can send you the receipt again.
      </MissingFromSite>
    );
  }
  return <Receipt receipt={receipt} />;
}
