"use client";

import { Search, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { SentTexts } from "../forms/sent-texts";
import { isTyping } from "./is-typing";
import { useQueryString } from "./use-query-string";

interface SearchFieldProps {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  readonly name?: string;
  /** `/` focuses the first field of a page; set to false for a second one. */
  readonly isFirst?: boolean;
  /** Clears all other filters. */
  readonly isAlone?: boolean;
}

/**
 * A search in the query string. `/` focuses it, and Enter submits. Text typed before hydration counts; until then, the browser
 * submits the form natively to the same URL.
 */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, name = "search", isFirst = true, isAlone = false } = props;
  const { values, filters, set, clear } = useQueryString();
  const current = values.get(name) ?? "";
  const others = [...values].filter(([key]) => key !== name && key !== "cursor" && !(isAlone && key in filters));
  const input = useRef<HTMLInputElement>(null);
  const [texts] = useState(() => new SentTexts(current));
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    if (input.current && texts.isNews(current)) input.current.value = current;
    setTyped(input.current?.value.trim() !== current);
  }, [current, texts]);
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
    const text = input.current?.value.trim() ?? "";
    texts.send(text);
    setTyped(false);
    (isAlone ? clear : set)({ [name]: text || null });
  };
  return (
    <form onSubmit={submit} className="relative w-full min-w-0 flex-[1_1_11rem] sm:max-w-[26.25rem]">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={128}
        defaultValue={current}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim() !== current)}
        className={`h-10 w-full rounded-8 border border-line-strong bg-page pl-9 text-16 text-ellipsis placeholder:text-muted lg:text-14 [&::-webkit-search-cancel-button]:hidden ${isTyped ? "pr-18" : "pr-10"}`}
      />
      {others.map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      {isTyped ? (
        <kbd
          translate="no"
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-3 text-12 leading-5 text-muted"
        >
          Enter ↵
        </kbd>
      ) : current ? (
        <PlainButton
          aria-label="Clear search"
          onClick={() => set({ [name]: null })}
          className="absolute top-1 right-1 grid size-8 place-items-center rounded-8 text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </PlainButton>
      ) : isFirst ? (
        <kbd
          translate="no"
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-3 hidden text-12 text-muted lg:block"
        >
          /
        </kbd>
      ) : null}
    </form>
  );
}
