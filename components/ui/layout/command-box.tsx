"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { ChoosingSearch } from "../forms/search/choosing-search";
import { beginNavigation } from "../navigation/pending";
import type { Command, CommandBoxProps, CommandPaletteProps, FoundCommand } from "./commands";

const ITEM =
  "flex h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 data-[selected=true]:bg-hover data-[disabled=true]:opacity-50";
const FIELD = "h-12 w-full border-b border-line bg-transparent px-4 text-16 outline-none placeholder:text-muted";
const HEADING =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-12 [&_[cmdk-group-heading]]:text-muted";

export function CommandBox({ isOpen, onOpenChange, onClosed, ...props }: CommandBoxProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-x-4 top-[12vh] z-50 mx-auto max-w-[35rem] overflow-hidden rounded-8 border border-line bg-page shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">{props.label}</Dialog.Title>
          <Commands {...props} onChosen={() => onOpenChange(false)} />
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
  findRecords,
  found: foundHeading = "Records",
  takeTypedAhead,
  onChosen,
}: Omit<CommandBoxProps, "isOpen" | "onOpenChange" | "onClosed"> & { readonly onChosen: () => void }) {
  const router = useRouter();
  const [text, setText] = useState("");
  const run = (to: Command["to"]) => {
    onChosen();
    if (typeof to !== "string") return to();
    beginNavigation(to);
    router.push(to);
  };
  const typed = text.trim();
  const found = useFound(typed, findRecords);
  const [first] = found.commands;
  const onFocus = () => {
    const ahead = takeTypedAhead();
    if (ahead) setText((was) => was + ahead);
  };
  return (
    <ChoosingSearch
      label={label}
      placeholder={placeholder}
      text={text}
      onText={setText}
      isBehind={found.isSearching}
      first={first ? itemOf(found.of, first) : null}
      input={{ onFocus, className: FIELD }}
    >
      <Primitive.List className="max-h-[50vh] overflow-y-auto p-2">
        <FoundRecords {...found} heading={foundHeading} run={run} />
        {(finds.length > 0 && typed) || found.commands.length > 0 || found.isSearching ? null : (
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
                <Entry icon={Icon} label={label} note={note} />
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
                  {find.label}{" "}
                  <span translate="no" className="font-mono text-13">
                    {typed}
                  </span>
                </span>
              </Primitive.Item>
            ))}
          </Primitive.Group>
        ) : null}
      </Primitive.List>
    </ChoosingSearch>
  );
}

interface EntryProps {
  readonly icon: Command["icon"] | undefined;
  readonly label: string;
  readonly note: string | undefined;
}

function Entry({ icon: Icon, label, note }: EntryProps) {
  return (
    <>
      {Icon ? <Icon aria-hidden className="size-4 shrink-0 text-muted" /> : null}
      <span className="truncate">{label}</span>
      {note ? <span className="ml-auto truncate pl-4 text-13 text-muted">{note}</span> : null}
    </>
  );
}

/** Starts with the typed text, so that records rank above other matches. */
const itemOf = (typed: string, { key }: FoundCommand) => `${typed} ${key}`;

interface FoundRecordsProps extends ReturnType<typeof useFound> {
  readonly heading: string;
  readonly run: (to: Command["to"]) => void;
}

function FoundRecords({ heading, commands, of, isSearching, isFailed, run }: FoundRecordsProps) {
  if (isFailed) return <p className="px-3 py-2 text-13 text-muted">Records can’t be searched right now. Retrying…</p>;
  if (commands.length === 0) return null;
  return (
    <Primitive.Group heading={heading} className={HEADING} forceMount>
      {commands.map((command) => (
        <Primitive.Item
          key={command.key}
          forceMount
          disabled={isSearching}
          value={itemOf(of, command)}
          onSelect={() => run(command.to)}
          className={ITEM}
        >
          <Entry icon={command.icon} label={command.label} note={command.note} />
        </Primitive.Item>
      ))}
    </Primitive.Group>
  );
}

/** Debounces typing. */
const PAUSE_MS = 150;
/** The delay before a failed search is retried while its text is unchanged. */
const AGAIN_MS = 3_000;
/** A single letter matches too much. */
const MIN_LETTERS = 2;

interface Found {
  readonly of: string;
  readonly commands: readonly FoundCommand[];
  readonly isFailed: boolean;
}

const NOTHING: Found = { of: "", commands: [], isFailed: false };

/**
 * Records that match the typed text. Previous results stay until new ones arrive, and failed searches are retried
 * automatically.
 */
function useFound(typed: string, findRecords: CommandPaletteProps["findRecords"]) {
  const [found, setFound] = useState(NOTHING);
  const isAsked = findRecords !== undefined && typed.length >= MIN_LETTERS;
  useEffect(() => {
    if (!findRecords || !isAsked) return;
    let isWanted = true;
    const ask = async () => {
      const commands = await findRecords(typed).catch(() => null);
      if (!isWanted) return;
      setFound({ of: typed, commands: commands ?? [], isFailed: commands === null });
      if (commands === null) timer = setTimeout(ask, AGAIN_MS);
    };
    let timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [typed, isAsked, findRecords]);
  return isAsked ? { ...found, isSearching: found.of !== typed } : { ...NOTHING, isSearching: false };
}
