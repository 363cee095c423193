import type { Metadata } from "next";
import { Notice } from "@/components/ui/feedback/notice";

export const metadata: Metadata = { title: "Account deleted", robots: { index: false } };

export default function Page() {
  return (
    <Notice title="Your account is deleted">
      <p>
        You’re signed out everywhere, and your personal data is gone. Payments stay in the books under an ID instead of
        your name.
      </p>
    </Notice>
  );
}
