"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import type { PlaceGroup } from "./places";

const ITEM =
  "flex h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 data-[selected=true]:bg-hover data-[disabled=true]:opacity-50";

/** ⌘K or Ctrl K: go anywhere by a few letters. */
export function CommandPalette({ groups }: { readonly groups: readonly PlaceGroup[] }) {
  const router = useRouter();
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
  const go = (href: string) => {
    setOpen(false);
    router.push(href);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className="flex h-9 items-center gap-2 rounded-8 border border-line px-3 text-13 text-muted hover:bg-hover">
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left">Go to</span>
        <kbd className="text-12">⌘K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[560px] overflow-hidden rounded-8 border border-line bg-page shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Command label="Go to">
            <Command.Input
              placeholder="Go to a page"
              className="h-12 w-full border-b border-line bg-transparent px-4 text-16 outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-center text-14 text-muted">Nothing by that name.</Command.Empty>
              {groups.flatMap(({ places }) =>
                places.map(({ href, label, icon: Icon }) => (
                  <Command.Item key={href} value={label} onSelect={() => go(href)} className={ITEM}>
                    <Icon aria-hidden className="size-4 text-muted" /> {label}
                  </Command.Item>
                )),
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
