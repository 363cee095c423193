"use client";

import { Check, Columns3 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { MENU } from "../../layout/actions";
import { SMALL } from "./grid-button";

export interface ColumnsMenuProps {
  readonly choices: readonly { readonly id: string; readonly header: string; readonly isShown: boolean }[];
  readonly toggle: (id: string) => void;
}

/** Chooses the visible columns. It is open when it mounts, and stays open for several choices. */
export function ColumnsMenu({ choices, toggle }: ColumnsMenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className={SMALL}>
        <Columns3 aria-hidden className="size-4" /> Columns
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={4} className={MENU}>
          {choices.map(({ id, header, isShown }) => (
            <DropdownMenu.CheckboxItem
              key={id}
              checked={isShown}
              onCheckedChange={() => toggle(id)}
              onSelect={(event) => event.preventDefault()}
              className="flex min-h-9 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 outline-none data-highlighted:bg-hover"
            >
              <span className="grid size-4 place-items-center">
                <DropdownMenu.ItemIndicator>
                  <Check aria-hidden className="size-4" />
                </DropdownMenu.ItemIndicator>
              </span>
              {header}
            </DropdownMenu.CheckboxItem>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
