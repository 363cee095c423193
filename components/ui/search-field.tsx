"use client";

import { Search } from "lucide-react";
import { type FormEvent, useId, useState } from "react";

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** What the address says is looked for. */
  readonly value: string;
  /** Empty: nothing any more. */
  readonly onSearch: (text: string) => void;
}

/** Looks something up when Enter is pressed or the field is left. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Back and forward change the address below us.
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  const search = () => {
    if (text.trim() !== value) onSearch(text.trim());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <div className="flex h-11 items-center rounded-8 border border-line-strong bg-page focus-within:outline-2 focus-within:outline-accent">
        <Search aria-hidden className="ml-3 size-4 shrink-0 text-muted" />
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={search}
          className="h-full w-full min-w-0 rounded-8 bg-transparent px-2 font-mono text-16 outline-none placeholder:font-sans placeholder:text-muted lg:text-13"
        />
      </div>
    </form>
  );
}
