import type { Metadata } from "next";
import { cache } from "react";
import { Receipt } from "@/components/public/receipt/receipt";
import { readReceipt } from "@/server/api/receipts";
import { MissingFromSite } from "../../missing";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

/** Anyone with the address may read it: it is in no index, and no page that it links to learns of it. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // Where it can't be read, the layout says so.
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
