"use client";

import { UserRound } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { tabTexts } from "@/components/ui/storage/kept-texts";
import {
  type PageOwner as Owner,
  PAGE_OWNER_HEADER,
  PAGE_OWNER_PARAM,
  readPageOwner,
  writePageOwner,
} from "@/server/contracts/portal/shared/page-owner";

/** The owner of the page in this window. Used only in the browser: on the server, module state is shared between requests. */
let owner: string | null = null;

export function ownerHeaders(): Record<string, string> {
  return owner === null ? {} : { [PAGE_OWNER_HEADER]: owner };
}

export function ownerParams(): Record<string, string> {
  return owner === null ? {} : { [PAGE_OWNER_PARAM]: owner };
}

/** Adds the page's owner to a file link when it is clicked. */
export function linkAsOwner({ currentTarget: link }: { readonly currentTarget: HTMLAnchorElement }): void {
  const address = new URL(link.href);
  for (const [name, value] of Object.entries(ownerParams())) address.searchParams.set(name, value);
  link.href = address.href;
}

/** `fetch` with the page's owner. Reloads the page if someone else has signed in. */
export async function fetchAsOwner(href: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(href, { ...init, headers: ownerHeaders() });
  if (answer.status === 409) reloadForAnother();
  return answer;
}

/** The login has switched to another of its members in this window. */
export function setPageMember(memberId: string): void {
  const { userId } = readPageOwner(owner) ?? {};
  if (userId) owner = writePageOwner({ userId, memberId });
}

const NOTE = "closed-loop.signed-in-as-another";
const LAST = "closed-loop.reloaded-from";
let isReloading = false;

/** Someone else has signed in to this browser: reload, so that no data of the previous user stays, and then show a notice. */
export function reloadForAnother(): void {
  // If the reloaded page has the same owner, another reload wouldn't help.
  if (isReloading || tabTexts.read(LAST) === owner) return;
  tabTexts.keep(NOTE, "1");
  // Without storage, a page that was reloaded isn't again.
  if (!tabTexts.keep(LAST, owner ?? "") && wasReloaded()) return;
  isReloading = true;
  location.reload();
}

function wasReloaded(): boolean {
  const [opened] = performance.getEntriesByType("navigation");
  return opened instanceof PerformanceNavigationTiming && opened.type === "reload";
}

/** Sets the page's owner before any query is sent. */
export function PageOwner({ userId, memberId = null }: Pick<Owner, "userId"> & Partial<Owner>) {
  const here = writePageOwner({ userId, memberId });
  useLayoutEffect(() => {
    // Client navigation has reached another user's page, while the query cache still has the previous user's data.
    if (owner !== null && readPageOwner(owner)?.userId !== userId) reloadForAnother();
    owner = here;
  }, [here, userId]);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    // The note is for the page after the reload.
    if (isReloading) return;
    setNew(tabTexts.read(NOTE) !== null);
    tabTexts.keep(NOTE, null);
    if (tabTexts.read(LAST) !== here) tabTexts.keep(LAST, null);
  }, [here]);
  if (!isNew) return null;
  return (
    <div role="status" data-band className="sticky top-0 z-40 border-b border-line bg-warn-fill">
      <p className="mx-auto flex min-h-9 max-w-[75rem] items-center justify-center gap-2 px-4 py-1.5 text-13 text-warn">
        <UserRound aria-hidden className="size-4 shrink-0" />
        <span>
          <strong className="font-semibold">Someone else signed in to this browser.</strong> This page was reloaded for
          them.{" "}
          <PlainButton onClick={() => setNew(false)} className="font-medium underline">
            OK
          </PlainButton>
        </span>
      </p>
    </div>
  );
}
