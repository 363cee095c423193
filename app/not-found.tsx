import { Notice } from "@/components/ui/feedback/notice";

/** Next bundles it with every page, so it imports almost nothing. */
export default function NotFound() {
  return (
    <Notice title="Page not found">
      <p>
        The URL may be mistyped, or the page may be gone. Go to the <a href="/">start page</a> or the{" "}
        <a href="/home">portal</a>.
      </p>
    </Notice>
  );
}
