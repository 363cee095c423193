"use client";

import { Share2 } from "lucide-react";
import { toast } from "@/components/ui/feedback/toast";
import { copyText } from "@/components/ui/values/copy-text";

interface ShareReceiptProps {
  readonly receiptId: string;
  readonly merchant: string;
}

export function ShareReceipt({ receiptId, merchant }: ShareReceiptProps) {
  const share = async () => {
    const url = `${location.origin}/receipts/${receiptId}`;
    if ("share" in navigator) {
      try {
        return await navigator.share({ url, title: `Receipt from ${merchant}` });
      } catch (error) {
        if (error instanceof Error && error.name === "AbortError") return;
      }
    }
    if (await copyText(url)) toast.success("Link copied. Anyone with it can read the receipt.");
    else toast.error("Your browser doesn’t allow copying. Open the receipt and copy its address.");
  };
  return (
    <button
      type="button"
      aria-label="Share receipt"
      onClick={() => void share()}
      className="grid size-9 place-items-center rounded-8 text-accent hover:bg-hover"
    >
      <Share2 aria-hidden className="size-4" />
    </button>
  );
}
