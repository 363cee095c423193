"use client";

import { UserRound } from "lucide-react";
import { useEffect, useLayoutEffect, useState } from "react";
import {
  type PageOwner as Owner,
  PAGE_OWNER_HEADER,
  PAGE_OWNER_PARAM,
  readPageOwner,
  writePageOwner,
} from "@/server/contracts/portal/shared/page-owner";

/** Of what this window shows. In the browser alone: on the server many are served at once. */
let owner: string | null = null;

export function ownerHeaders(): Record<string, string> {
  return owner === null ? {} : { [PAGE_OWNER_HEADER]: owner };
}

export function ownerParams(): Record<string, string> {
  return owner === null ? {} : { [PAGE_OWNER_PARAM]: owner };
}

/** For the press of a link to a file: its address says whose page links to it. */
export function linkAsOwner({ currentTarget: link }: { readonly currentTarget: HTMLAnchorElement }): void {
  const address = new URL(link.href);
  for (const [name, value] of Object.entries(ownerParams())) address.searchParams.set(name, value);
  link.href = address.href;
}

/** `fetch` of a file of this page. */
export async function fetchAsOwner(href: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(href, { ...init, headers: ownerHeaders() });
  if (answer.status === 409) reloadForAnother();
  return answer;
}

/** In this very window another of the login's members was chosen. */
export function ownMember(memberId: string): void {
  const { userId } = readPageOwner(owner) ?? {};
  if (userId) owner = writePageOwner({ userId, memberId });
}

const NOTE = "closed-loop.signed-in-as-another";
/** Whose the page was that was reloaded last. */
const LAST = "closed-loop.reloaded-from";
let isReloading = false;

/** Someone else has signed in to this browser: nothing of the first person's may stay, and what comes says so. */
export function reloadForAnother(): void {
  // Should the page come back as the same person's, another reload would change nothing.
  if (isReloading || sessionStorage.getItem(LAST) === owner) return;
  isReloading = true;
  sessionStorage.setItem(NOTE, "1");
  sessionStorage.setItem(LAST, owner ?? "");
  location.reload();
}

/** Says whose this page is, before anything on it asks the server. */
export function PageOwner({ userId, memberId = null }: Pick<Owner, "userId"> & Partial<Owner>) {
  const here = writePageOwner({ userId, memberId });
  useLayoutEffect(() => {
    // What was navigated to is another person's, while what was read before is not.
    if (owner !== null && readPageOwner(owner)?.userId !== userId) reloadForAnother();
    owner = here;
  }, [here, userId]);
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    // What was noted is for the page that comes.
    if (isReloading) return;
    setNew(sessionStorage.getItem(NOTE) !== null);
    sessionStorage.removeItem(NOTE);
    if (sessionStorage.getItem(LAST) !== here) sessionStorage.removeItem(LAST);
  }, [here]);
  if (!isNew) return null;
  return (
    <div role="status" data-band className="sticky top-0 z-40 border-b border-line bg-warn-fill">
      <p className="mx-auto flex min-h-9 max-w-[75rem] items-center justify-center gap-2 px-4 py-1.5 text-13 text-warn">
        <UserRound aria-hidden className="size-4 shrink-0" />
        <span>
          <strong className="font-semibold">Someone else signed in to this browser.</strong> This page was reloaded for
          them.{" "}
          <button type="button" onClick={() => setNew(false)} className="font-medium underline">
            OK
          </button>
        </span>
      </p>
    </div>
  );
}
