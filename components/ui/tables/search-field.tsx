"use client";

import { Search, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { isTyping } from "./is-typing";
import { useQueryString } from "./use-query-string";

interface SearchFieldProps {
  /** What is searched by. */
  readonly label: string;
  /** What can be typed; without it the label. */
  readonly placeholder?: string;
  /** Its name in the address. */
  readonly name?: string;
  /** `/` goes to the first field of a page; a second one is without. */
  readonly isFirst?: boolean;
  /** Filters that a search puts aside. */
  readonly aside?: Readonly<Record<string, null>>;
}

/** `/` goes here from anywhere on the page, Enter searches, and what is searched for stands in the address. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, name = "search", isFirst = true, aside = {} } = props;
  const { values, set } = useQueryString();
  const current = values.get(name) ?? "";
  const [typed, setTyped] = useState({ of: current, text: current });
  const input = useRef<HTMLInputElement>(null);
  // Back and forward bring another search.
  const text = typed.of === current ? typed.text : current;
  useEffect(() => {
    if (!isFirst) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.metaKey || event.ctrlKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isFirst]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ ...aside, [name]: text.trim() || null });
  };
  return (
    <form onSubmit={submit} className="relative w-full min-w-0 flex-[1_1_11rem] sm:max-w-[420px]">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={128}
        value={text}
        onChange={(event) => setTyped({ of: current, text: event.target.value })}
        className="h-10 w-full rounded-8 border border-line-strong bg-page pr-10 pl-9 text-16 placeholder:text-muted lg:text-14 [&::-webkit-search-cancel-button]:hidden"
      />
      {current ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => set({ [name]: null })}
          className="absolute top-1 right-1 grid size-8 place-items-center rounded-8 text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </button>
      ) : isFirst ? (
        <kbd aria-hidden className="pointer-events-none absolute top-2.5 right-3 hidden text-12 text-muted lg:block">
          /
        </kbd>
      ) : null}
    </form>
  );
}
