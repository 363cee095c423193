"use client";

import { Command as Primitive } from "cmdk";
import { type LucideIcon, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";

const ITEM =
  "flex h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 data-[selected=true]:bg-hover data-[disabled=true]:opacity-50";
const HEADING =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted";

/** A page to go to, or something to do: there, or at once. */
export interface Command {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Where it is: distinguishes two entries with one label. */
  readonly note?: string;
  readonly to: string | (() => void);
}

/** A list that can be searched: "Members with", and the address for what is typed. */
export interface Find {
  readonly label: string;
  readonly to: (typed: string) => string;
}

export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Every word that was typed is in it, in any order; the earlier the first stands, the better. */
function hasEachWord(value: string, typed: string): number {
  const text = value.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return 1 / (1 + text.indexOf(words[0] ?? ""));
}

interface CommandPaletteProps {
  /** What it does: its button, its title. */
  readonly label: string;
  /** Stands where one types. */
  readonly placeholder: string;
  readonly groups: readonly CommandGroup[];
  /** Where what is typed can be looked for. */
  readonly finds?: readonly Find[] | undefined;
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
        <span className="sr-only flex-1 text-left sm:not-sr-only">{props.label}</span>
        <kbd className="hidden text-12 sm:inline">⌘K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[560px] overflow-hidden rounded-8 border border-line bg-page shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{props.label}</Dialog.Title>
          <Commands {...props} onChosen={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({
  label,
  placeholder,
  groups,
  finds = [],
  onChosen,
}: CommandPaletteProps & { readonly onChosen: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const run = (to: Command["to"]) => {
    onChosen();
    if (typeof to === "string") router.push(to);
    else to();
  };
  const typed = text.trim();
  return (
    <Primitive label={label} filter={hasEachWord}>
      <Primitive.Input
        value={text}
        onValueChange={setText}
        placeholder={placeholder}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-16 outline-none placeholder:text-muted"
      />
      <Primitive.List className="max-h-[50vh] overflow-y-auto p-2">
        {finds.length > 0 && typed ? null : (
          <Primitive.Empty className="px-3 py-6 text-center text-14 text-muted">No matches.</Primitive.Empty>
        )}
        {groups.map(({ heading, commands }) => (
          <Primitive.Group key={heading} heading={heading} className={HEADING}>
            {commands.map(({ label, icon: Icon, note, to }) => (
              <Primitive.Item
                key={`${label} ${note}`}
                value={note ? `${label} ${note}` : label}
                onSelect={() => run(to)}
                className={ITEM}
              >
                {Icon ? <Icon aria-hidden className="size-4 shrink-0 text-muted" /> : null}
                <span className="truncate">{label}</span>
                {note ? <span className="ml-auto truncate pl-4 text-13 text-muted">{note}</span> : null}
              </Primitive.Item>
            ))}
          </Primitive.Group>
        ))}
        {finds.length > 0 && typed ? (
          <Primitive.Group heading="Find" className={HEADING} forceMount>
            {finds.map((find) => (
              <Primitive.Item
                key={find.label}
                forceMount
                value={`${find.label} ${typed}`}
                onSelect={() => run(find.to(encodeURIComponent(typed)))}
                className={ITEM}
              >
                <Search aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="truncate">
                  {find.label} <span className="font-mono text-13">{typed}</span>
                </span>
              </Primitive.Item>
            ))}
          </Primitive.Group>
        ) : null}
      </Primitive.List>
    </Primitive>
  );
}
