"use client";

import { clsx } from "clsx";
import { Ellipsis, type LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";

interface Action {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
}

/** What can be done with one row, behind three dots. */
export function ActionsMenu({ label, actions }: { readonly label: string; readonly actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="ml-auto grid size-9 place-items-center rounded-8 text-muted hover:bg-hover hover:text-text"
      >
        <Ellipsis aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className="z-40 min-w-52 rounded-8 border border-line bg-page p-1 shadow-float"
        >
          {actions.map(({ label: name, icon: Icon, isDanger = false, onSelect }) => (
            <DropdownMenu.Item
              key={name}
              onSelect={onSelect}
              className={clsx(
                "flex min-h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 outline-none data-highlighted:bg-hover",
                isDanger && "text-bad",
              )}
            >
              <Icon aria-hidden className="size-4" /> {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
