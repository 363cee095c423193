"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import type { CommandBoxProps, CommandPaletteProps } from "./commands";
import { useLazyWhenOpen } from "./use-lazy-when-open";

/** Preloaded shortly after the page, for users who press ⌘K and type on at once. */
const IDLE_MS = 1_500;

const loadCommandBox = (): Promise<ComponentType<CommandBoxProps>> =>
  import("./command-box").then((module) => module.CommandBox);

interface LatePaletteProps extends CommandPaletteProps {
  /** ⌘K opens the page's one full palette; a compact button opens its own. */
  readonly isCompact?: boolean;
  /** Loads the box, and possibly its data. Must be a stable function. */
  readonly load?: () => Promise<ComponentType<CommandBoxProps>>;
}

const WIDE = "flex h-9 shrink-0 items-center gap-2 rounded-8 border border-line px-3 text-13 text-muted hover:bg-hover";
const COMPACT = "grid size-11 shrink-0 place-items-center rounded-8 text-muted hover:bg-hover";

/** ⌘K or Ctrl K: finds pages, actions, and records. Loads on first use. */
export function CommandPalette({ load = loadCommandBox, isCompact = false, ...props }: LatePaletteProps) {
  const [isOpen, setOpen] = useState(false);
  const Box = useLazyWhenOpen(load, isOpen, () => setOpen(false));
  const warm = useCallback(() => void load().catch(() => null), [load]);
  const typedAhead = useTypedAhead(isOpen);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Don't preload more than the box itself.
    if (load !== loadCommandBox) return;
    const timer = setTimeout(warm, IDLE_MS);
    return () => clearTimeout(timer);
  }, [load, warm]);
  useEffect(() => {
    if (isCompact) return;
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!isOpen) typedAhead.begin();
      setOpen(!isOpen);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isCompact, isOpen, typedAhead]);
  return (
    <>
      <PlainButton
        ref={button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => {
          typedAhead.begin();
          setOpen(true);
        }}
        className={isCompact ? COMPACT : WIDE}
      >
        <Search aria-hidden className={isCompact ? "size-5" : "size-4"} />
        <span className={clsx("sr-only", !isCompact && "flex-1 text-left whitespace-nowrap md:not-sr-only")}>
          {props.label}
        </span>
        {isCompact ? null : (
          <kbd translate="no" className="hidden text-12 md:inline">
            ⌘K
          </kbd>
        )}
      </PlainButton>
      {Box ? (
        <Box
          {...props}
          takeTypedAhead={typedAhead.take}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onClosed={() => button.current?.focus()}
        />
      ) : null}
    </>
  );
}

/** Collects keys typed before a requested field has the focus. */
class TypedAhead {
  #typed = "";

  /** Call in the keydown that requests the field: all further keys are meant for it. */
  readonly begin = (): void => {
    this.#typed = "";
    document.addEventListener("keydown", this.#keep, true);
  };

  /** Returns the text and stops collecting; also to cancel. */
  readonly take = (): string => {
    document.removeEventListener("keydown", this.#keep, true);
    const typed = this.#typed;
    this.#typed = "";
    return typed;
  };

  readonly #keep = (event: KeyboardEvent): void => {
    const isText = event.key.length === 1;
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    if (!isText && event.key !== "Backspace" && event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    if (isText) this.#typed += event.key;
    if (event.key === "Backspace") this.#typed = this.#typed.slice(0, -1);
  };
}

/**
 * Keeps keys that are typed while a field appears, so that they neither get lost nor reach the page. Drops Enter, because the
 * user hasn't seen what it would run.
 */
function useTypedAhead(isOpen: boolean): TypedAhead {
  const [typedAhead] = useState(() => new TypedAhead());
  useEffect(() => {
    if (!isOpen) typedAhead.take();
  }, [isOpen, typedAhead]);
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  return typedAhead;
}
