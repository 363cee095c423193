"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";

export function NavScroll({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    const seen = new IntersectionObserver(([entry]) => setMore(entry?.isIntersecting === false), { root: box.current });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div className="relative -mx-1 min-h-0 flex-1">
      <div ref={box} className="h-full overflow-y-auto px-1">
        {children}
        <span ref={end} aria-hidden className="block h-px" />
      </div>
      {isMore ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 flex h-14 items-end justify-center bg-linear-to-t from-page to-transparent pb-1">
          <button
            type="button"
            tabIndex={-1}
            aria-hidden
            onClick={() => box.current?.scrollBy({ top: box.current.clientHeight, behavior: "smooth" })}
            className="pointer-events-auto grid size-7 place-items-center rounded-full border border-line bg-page text-muted shadow-float hover:text-text"
          >
            <ChevronDown className="size-4" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
