import Link from "next/link";
import { Notice } from "@/components/ui/feedback/notice";

export default function NotFound() {
  return (
    <Notice title="Nothing is here">
      <p>
        The address may be mistyped, or what it named is gone. <Link href="/">Go to the start page</Link>.
      </p>
    </Notice>
  );
}
