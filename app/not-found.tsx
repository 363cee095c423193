import Link from "next/link";
import { Notice } from "@/components/ui/feedback/notice";

export default function NotFound() {
  return (
    <Notice title="Page not found">
      <p>
        The URL may be mistyped, or the page may be gone. <Link href="/">Go to the start page</Link>.
      </p>
    </Notice>
  );
}
