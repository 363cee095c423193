"use client";

import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { useQueryString } from "./use-query-string";

/** What a list is searched for, kept in the address as `search`. `/` leads here. */
export function SearchField({ label, placeholder }: { readonly label: string; readonly placeholder: string }) {
  const { values, set } = useQueryString();
  const input = useRef<HTMLInputElement>(null);
  const search = values.get("search") ?? "";
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target;
      const isTyping =
        at instanceof HTMLElement && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName));
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ search: input.current?.value.trim() || null });
  };
  return (
    <search>
      <form onSubmit={submit} className="relative max-w-[440px]">
        <Search aria-hidden className="absolute top-3 left-3 size-4 text-muted" />
        <input
          key={search}
          ref={input}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={search}
          maxLength={80}
          className="h-10 w-full rounded-8 border border-line-strong bg-page pr-3 pl-9 text-16 outline-offset-0 placeholder:text-muted lg:text-14"
        />
      </form>
    </search>
  );
}
