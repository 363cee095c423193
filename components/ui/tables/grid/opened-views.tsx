"use client";

import { Bookmark, X } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { Popover } from "radix-ui";
import { type FormEvent, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Button } from "../../forms/button";
import { Link } from "../../navigation/link";
import { beginNavigation } from "../../navigation/pending";
import { useKeptText } from "../../storage/use-kept-text";
import { SMALL } from "./grid-button";

const MAX_NAME = 40;
/** Not part of a saved view. */
const NO_FILTERS = ["cursor", "environment", "new"];

function filtersOf(values: URLSearchParams): string {
  const filters = [...values].filter(([name]) => !NO_FILTERS.includes(name));
  return new URLSearchParams(filters).toString();
}

function useViews(path: string) {
  const [text, keep] = useKeptText(`closed-loop.views.${path}`);
  const views = [...new URLSearchParams(text)];
  const set = (next: readonly (readonly [string, string])[]) =>
    keep(new URLSearchParams(next.map(([name, filters]) => [name, filters])).toString());
  return {
    views,
    save: (name: string, filters: string) => set([...views.filter(([known]) => known !== name), [name, filters]]),
    drop: (name: string) => set(views.filter(([known]) => known !== name)),
  };
}

/** This list's saved views, and a field to save the current filters. It is open when it mounts. */
export function OpenedViews() {
  const [isOpen, setOpen] = useState(true);
  const router = useRouter();
  const path = usePathname();
  const values = useSearchParams();
  const { views, save, drop } = useViews(path);
  const filters = filtersOf(new URLSearchParams(values));
  const environment = values.get("environment");
  const addressOf = (view: string) => {
    const next = new URLSearchParams(view);
    if (environment) next.set("environment", environment);
    return `${path}?${next}`;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    if (!name) return;
    save(name, filters);
    event.currentTarget.reset();
  };
  const current = views.find(([, view]) => view === filters)?.[0];
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={SMALL}>
        <Bookmark aria-hidden className="size-4" /> <span className="max-w-40 truncate">{current ?? "Views"}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Saved views"
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-50 w-72 max-w-[calc(100vw-1.5rem)] rounded-8 border border-line bg-page p-1 shadow-float outline-none"
        >
          <ul>
            {views.map(([name, view]) => (
              <li key={name} className="flex items-center rounded-4 hover:bg-hover">
                <Link
                  href={addressOf(view)}
                  aria-current={name === current ? "true" : undefined}
                  onClick={(event) => {
                    event.preventDefault();
                    setOpen(false);
                    beginNavigation(addressOf(view));
                    router.push(addressOf(view), { scroll: false });
                  }}
                  className="min-w-0 flex-1 truncate px-3 py-2 text-14 aria-[current]:font-medium"
                >
                  {name}
                </Link>
                <PlainButton
                  aria-label={`Delete the view ${name}`}
                  onClick={() => drop(name)}
                  className="grid size-9 shrink-0 place-items-center rounded-4 text-muted hover:text-text"
                >
                  <X aria-hidden className="size-4" />
                </PlainButton>
              </li>
            ))}
          </ul>
          {filters ? (
            <form onSubmit={submit} className="flex gap-2 p-2">
              <input
                name="name"
                aria-label="Name of this view"
                placeholder="Name these filters"
                maxLength={MAX_NAME}
                autoComplete="off"
                className="h-9 min-w-0 flex-1 rounded-8 border border-line-strong bg-page px-3 text-16 placeholder:text-muted lg:text-14"
              />
              <Button size="small" type="submit">
                Save
              </Button>
            </form>
          ) : views.length === 0 ? (
            <p className="p-3 text-13 text-muted">Filter the list, then save the filters here by name.</p>
          ) : null}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
