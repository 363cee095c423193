import { Notice } from "@/components/ui/feedback/notice";

/** Stands behind every page: plain, so that none loads anything for it. */
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
