"use client";

import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useQueryString } from "./use-query-string";

interface SearchFieldProps {
  /** What it looks for: "Search by name or id". */
  readonly label: string;
  /** Its name in the address. */
  readonly name?: string;
}

/** Looks for what was typed, on Enter; the words stand in the address. `/` leads here from anywhere on the page. */
export function SearchField({ label, name = "search" }: SearchFieldProps) {
  const { values, set } = useQueryString();
  const shown = values.get(name) ?? "";
  const [text, setText] = useState(shown);
  const [before, setBefore] = useState(shown);
  const input = useRef<HTMLInputElement>(null);
  // Back, forward and "clear" change the address behind the field.
  if (shown !== before) {
    setBefore(shown);
    setText(shown);
  }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, [role=dialog]");
      if (event.key !== "/" || isTyping || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== shown) set({ [name]: text.trim() || null });
  };
  return (
    <search className="w-full sm:w-72">
      <form
        onSubmit={submit}
        className="flex h-9 items-center gap-2 rounded-8 border border-line-strong px-3 focus-within:outline-2 focus-within:outline-accent"
      >
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          ref={input}
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-full w-full min-w-0 bg-transparent text-16 outline-none placeholder:text-muted sm:text-14"
        />
      </form>
    </search>
  );
}
