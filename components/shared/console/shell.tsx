"use client";

import { clsx } from "clsx";
import { ChevronDown, FlaskConical, LogOut, Menu, Monitor, Moon, Sun, UserCog, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { Brand } from "@/components/ui/layout/brand";
import { CommandPalette } from "@/components/ui/layout/command-palette";
import type { Command, CommandPaletteProps, Find } from "@/components/ui/layout/commands";
import { SkipToContent } from "@/components/ui/layout/skip-to-content";
import { applyTheme } from "@/components/ui/layout/theme";
import { Link } from "@/components/ui/navigation/link";
import { type Coming, PageContent } from "@/components/ui/navigation/page-content";
import { useHere } from "@/components/ui/navigation/pending";
import type { Me } from "@/server/trpc/types";
import { useSignOut } from "../account/use-sign-out";
import { findDocs } from "../docs/find-docs";
import { NotificationsMenu } from "../notifications/notifications-menu";
import { PersonMenu } from "../person/person-menu";
import { KeysHelp } from "./keys-help";
import { isOfBoth } from "./of-both";
import type { PlaceGroup } from "./places";

interface ShellProps {
  readonly me: Me | undefined;
  readonly title: string;
  readonly home: string;
  readonly groups: readonly PlaceGroup[];
  readonly isTest: boolean;
  readonly actions?: readonly Command[];
  /** Searches in the palette that open a filtered list. */
  readonly finds?: readonly Find[];
  readonly findRecords?: CommandPaletteProps["findRecords"];
  readonly testNote?: ReactNode;
  /** Above the places; on a phone, in the menu. */
  readonly top?: ReactNode;
  /** Below the search; on a phone, in the menu, which `close` closes. */
  readonly tool?: (close?: () => void) => ReactNode;
  readonly state?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

export function Shell(props: ShellProps) {
  const { me, title, home, groups, actions = [], finds, findRecords, top, tool, state, children } = props;
  const path = usePathname();
  const here = `${path} ${props.isTest}`;
  /** The path on which the menu was opened. It closes once the path changes. */
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const isOpen = openedOn === here;
  const setOpen = (opens: boolean) => setOpenedOn(opens ? here : null);
  const isTest = props.isTest && !isOfBoth(path);
  const label = `Pages of ${title}`;
  const own = useOwnCommands();
  const commands = [
    {
      heading: "Go to",
      commands: groups.flatMap(({ places }) => places.map(({ href, ...place }) => ({ ...place, to: href }))),
    },
    ...(actions.length > 0 ? [{ heading: "Do", commands: actions }] : []),
    { heading: "You", commands: own },
  ];
  const findAll = useCallback(
    async (typed: string) => (await Promise.all([findRecords?.(typed) ?? [], findDocs(typed)])).flat(),
    [findRecords],
  );
  const palette = {
    label: "Search or jump to",
    placeholder: "A name, an amount, an ID, a page, or an action",
    groups: commands,
    finds,
    findRecords: findAll,
    found: "Found",
  };
  return (
    <>
      <SkipToContent />
      <KeysHelp />
      {isTest ? <TestBand note={props.testNote} /> : null}
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <aside
          className={clsx(
            "sticky hidden flex-col gap-3 border-r border-line p-3 lg:flex",
            isTest
              ? "top-[calc(1.75rem+var(--band))] h-[calc(100dvh-1.75rem-var(--band))]"
              : "top-(--band) h-[calc(100dvh-var(--band))]",
          )}
        >
          <div className="pl-3">
            <div className="flex items-center justify-between">
              <Brand href={home} />
              <NotificationsMenu />
            </div>
            <p className="mt-1 flex items-center gap-2 text-13 text-muted">
              <span className="truncate">{title}</span>
              {state}
            </p>
          </div>
          {top}
          <CommandPalette {...palette} />
          {tool?.()}
          <NavScroll>
            <SideNav label={label} groups={groups} />
          </NavScroll>
          {me ? <PersonMenu me={me} isCompact={false} /> : null}
        </aside>
        <div className="min-w-0">
          <header className="flex h-14 items-center gap-2 border-b border-line px-2 lg:hidden">
            <Dialog.Root open={isOpen} onOpenChange={setOpen}>
              <Dialog.Trigger asChild>
                <PlainButton aria-label="Menu" className="grid size-11 place-items-center rounded-8">
                  <Menu aria-hidden className="size-5" />
                </PlainButton>
              </Dialog.Trigger>
              <Dialog.Portal>
                <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
                <Dialog.Content
                  aria-describedby={undefined}
                  className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-r border-line bg-page p-3 outline-none"
                >
                  <div className="flex items-center justify-between pl-3">
                    <Dialog.Title className="truncate text-14">{title}</Dialog.Title>
                    <Dialog.Close aria-label="Close" className="grid size-11 place-items-center rounded-8">
                      <X aria-hidden className="size-5" />
                    </Dialog.Close>
                  </div>
                  {top}
                  {tool?.(() => setOpen(false))}
                  <SideNav label={label} groups={groups} onGo={() => setOpen(false)} />
                </Dialog.Content>
              </Dialog.Portal>
            </Dialog.Root>
            <p className="min-w-0 flex-1 truncate text-14 font-medium">{title}</p>
            {state}
            <CommandPalette {...palette} isCompact />
            <NotificationsMenu />
            {me ? <PersonMenu me={me} isCompact /> : null}
          </header>
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-[75rem] outline-none px-4 pt-6 pb-16 lg:px-8 lg:pt-8 xl:px-10"
          >
            <PageContent skeletonFor={(to) => skeletonFor(to, groups)}>{children}</PageContent>
          </main>
          <footer className="mx-auto w-full max-w-[75rem] px-4 pb-4 empty:hidden lg:px-8 xl:px-10">
            {props.footer}
          </footer>
        </div>
      </div>
    </>
  );
}

function TestBand({ note }: { readonly note: ReactNode }) {
  return (
    <section aria-label="Environment" data-bar="top" className="sticky top-(--band) z-30 bg-warn-fill">
      <p className="flex h-7 items-center justify-center gap-1.5 text-12 font-medium text-warn">
        <FlaskConical aria-hidden className="size-3.5 shrink-0" /> Test data {note}
      </p>
    </section>
  );
}

function useOwnCommands(): Command[] {
  const signOut = useSignOut();
  return [
    { label: "Account and security", icon: UserCog, to: "/account" },
    { label: "Dark theme", icon: Moon, to: () => applyTheme("dark") },
    { label: "Light theme", icon: Sun, to: () => applyTheme("light") },
    { label: "System theme", icon: Monitor, to: () => applyTheme("system") },
    { label: "Sign out", icon: LogOut, to: () => void signOut() },
  ];
}

const FORM_PAGES = ["settings", "tools", "clock"];
const FACT_PAGES = ["books", "engine"];

function partsOf(path: string): readonly string[] {
  const [, wing, ...rest] = path.split("/");
  return wing === "t" ? rest.slice(2) : rest;
}

/** The skeleton of the page at a path. */
function skeletonFor(path: string, groups: readonly PlaceGroup[]): Coming {
  const [page, about] = partsOf(path);
  const place = groups.flatMap(({ places }) => places).find(({ href }) => withoutQuery(href) === path);
  const title = place?.label ?? null;
  if (page === undefined) return { shape: path.startsWith("/t/") ? "overview" : "list", title };
  if (FORM_PAGES.includes(page) || FACT_PAGES.includes(page)) return { shape: "form", title };
  return { shape: about === undefined ? "list" : "record", title };
}

function NavScroll({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    box.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
    const seen = new IntersectionObserver(([entry]) => setMore(entry?.isIntersecting === false), { root: box.current });
    if (end.current) seen.observe(end.current);
    return () => seen.disconnect();
  }, []);
  return (
    <div className="relative -mx-1 min-h-0 flex-1">
      <div ref={box} className="h-full overflow-y-auto px-1">
        {children}
        <span ref={end} aria-hidden className="block h-px" />
      </div>
      {isMore ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 flex h-14 items-end justify-center bg-linear-to-t from-page to-transparent pb-1">
          <PlainButton
            tabIndex={-1}
            aria-hidden
            onClick={() => box.current?.scrollBy({ top: box.current.clientHeight, behavior: "smooth" })}
            className="pointer-events-auto grid size-7 place-items-center rounded-full border border-line bg-page text-muted shadow-float hover:text-text"
          >
            <ChevronDown className="size-4" />
          </PlainButton>
        </div>
      ) : null}
    </div>
  );
}

interface SideNavProps {
  readonly label: string;
  readonly groups: readonly PlaceGroup[];
  readonly onGo?: () => void;
}

/** Tenant pages belong to the list of tenants, although `/network` is the operators' home. */
function isTenantOf(place: string, path: string): boolean {
  return place === "/network" && path.startsWith("/network/tenants/");
}

const withoutQuery = (href: string) => href.split("?")[0] ?? href;

function SideNav({ label, groups, onGo }: SideNavProps) {
  const path = useHere();
  const paths = groups.flatMap(({ places }) => places.map(({ href }) => withoutQuery(href)));
  const isHere = (href: string) => {
    const place = withoutQuery(href);
    // `/network` is the list of tenants, and the start of every other page's path.
    const isRoot = paths.some((other) => other.startsWith(`${place}/`));
    return path === place || (!isRoot && path.startsWith(`${place}/`)) || isTenantOf(place, path);
  };
  return (
    <nav aria-label={label} className="flex flex-col gap-5 lg:gap-3">
      {groups.map(({ title, places }) => (
        <div key={title ?? ""}>
          {title ? <p className="mb-0.5 px-3 text-12 font-medium text-muted">{title}</p> : null}
          <ul className="flex flex-col gap-0.5 lg:gap-0">
            {places.map(({ href, label: name, icon: Icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  {...(onGo ? { onClick: onGo } : {})}
                  aria-current={isHere(href) ? "page" : undefined}
                  className={clsx(
                    "flex h-10 items-center gap-3 rounded-8 px-3 text-14 font-medium transition-colors lg:h-7.5",
                    isHere(href) ? "bg-hover text-text" : "text-muted hover:bg-hover hover:text-text",
                  )}
                >
                  <Icon aria-hidden className="size-4" strokeWidth={1.75} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
