import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Receipt } from "@/components/public/receipt/receipt";
import { readReceipt } from "@/server/api/receipts";

interface Props {
  readonly params: Promise<{ readonly id: string }>;
}

/** Anyone with the address may read it: it is in no index, and no page that it links to learns of it. */
export const metadata: Metadata = { title: "Receipt", robots: { index: false }, referrer: "no-referrer" };

export default async function Page({ params }: Props) {
  const receipt = await readReceipt((await params).id);
  if (!receipt) notFound();
  return <Receipt receipt={receipt} />;
}
