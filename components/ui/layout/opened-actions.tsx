"use client";

import { clsx } from "clsx";
import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ActionsProps, DOTS, MENU } from "./actions";

export function OpenedActions({ label, actions }: ActionsProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger aria-label={label} className={DOTS}>
        <Ellipsis aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
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
