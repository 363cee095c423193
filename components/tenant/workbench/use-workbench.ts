"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useEffect } from "react";
import { isTyping } from "@/components/ui/tables/is-typing";

const NAME = "workbench";

function subjectOf(path: string): string {
  return /^\/t\/[^/]+\/[^/]+\/(?:authorizations|logs)\/([^/]+)$/.exec(path)?.[1] ?? "";
}

/**
 * The workbench's state is kept in the query string, so that Back closes it and links open it. Opening it doesn't refetch the
 * page. `text` null: closed.
 */
export function useWorkbench() {
  const path = usePathname();
  const values = useSearchParams();
  const text = values.get(NAME);
  const show = useCallback(
    (next: string | null) => {
      const params = new URLSearchParams(values);
      if (next === null) params.delete(NAME);
      else params.set(NAME, next);
      const query = params.toString();
      const href = query ? `${path}?${query}` : path;
      if (values.get(NAME) === null) window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
    },
    [path, values],
  );
  const open = useCallback(() => show(subjectOf(path)), [path, show]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "w" || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector("[role=dialog]")) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [open]);
  return { text, show, open };
}
