"use client";

import { Command } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import type { PlaceGroup } from "./places";

const ITEM =
  "flex h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 data-[selected=true]:bg-hover data-[disabled=true]:opacity-50";
const HEADING =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted";

/** Something to do rather than to look at: it leads to where that is done. */
export interface PaletteAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

interface CommandPaletteProps {
  readonly groups: readonly PlaceGroup[];
  readonly actions?: readonly PaletteAction[] | undefined;
  /** Where a typed id is looked for: the address that its text is put behind. */
  readonly findAt?: string | undefined;
}

/** ⌘K or Ctrl K: go anywhere, begin anything and find any id by a few letters. */
export function CommandPalette(props: CommandPaletteProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="flex h-9 shrink-0 items-center gap-2 rounded-8 border border-line px-3 text-13 text-muted hover:bg-hover">
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Find or go to</span>
        <kbd className="text-12">⌘K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[560px] overflow-hidden rounded-8 border border-line bg-page shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Find or go to</Dialog.Title>
          <Commands {...props} onChosen={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ groups, actions = [], findAt, onChosen }: CommandPaletteProps & { readonly onChosen: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const go = (href: string) => {
    onChosen();
    router.push(href);
  };
  const typed = text.trim();
  return (
    <Command label="Find or go to">
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={findAt ? "A page, something to do, or an id" : "A page"}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-16 outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-2">
        {findAt && text.trim() ? null : (
          <Command.Empty className="px-3 py-6 text-center text-14 text-muted">Nothing by that name.</Command.Empty>
        )}
        <Command.Group heading="Go to" className={HEADING}>
          {groups.flatMap(({ places }) =>
            places.map(({ href, label, icon: Icon }) => (
              <Command.Item key={href} value={label} onSelect={() => go(href)} className={ITEM}>
                <Icon aria-hidden className="size-4 text-muted" /> {label}
              </Command.Item>
            )),
          )}
        </Command.Group>
        {actions.length > 0 ? (
          <Command.Group heading="Do" className={HEADING}>
            {actions.map(({ label, icon: Icon, href }) => (
              <Command.Item key={label} value={label} onSelect={() => go(href)} className={ITEM}>
                <Icon aria-hidden className="size-4 text-muted" /> {label}
              </Command.Item>
            ))}
          </Command.Group>
        ) : null}
        {findAt && typed ? (
          <Command.Group heading="Find" className={HEADING} forceMount>
            <Command.Item
              forceMount
              value={`find ${typed}`}
              onSelect={() => go(`${findAt}${encodeURIComponent(typed)}`)}
              className={ITEM}
            >
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="truncate">
                Authorizations with <span className="font-mono text-13">{typed}</span>
              </span>
            </Command.Item>
          </Command.Group>
        ) : null}
      </Command.List>
    </Command>
  );
}
