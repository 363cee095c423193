"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Building2, Check, LogOut, Network, Settings, Wallet } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { setPageMember } from "@/components/trpc/page-owner";
import { toast } from "@/components/ui/feedback/toast";
import { Link } from "@/components/ui/navigation/link";
import type { Me } from "@/server/trpc/types";
import { useSignOut } from "../account/use-sign-out";
import { Face, faceOf, type PersonProps } from "./face";

const ITEM =
  "flex min-h-10 cursor-pointer items-center gap-3 rounded-4 px-3 text-14 outline-none data-highlighted:bg-hover";

export function OpenedPersonMenu({ me, isCompact }: PersonProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const signOut = useSignOut();
  const choose = useMutation(
    trpc.shared.sessions.chooseMember.mutationOptions({
      onSuccess: (_, { memberId }) => {
        setPageMember(memberId);
        return queryClient.resetQueries();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger {...faceOf({ me, isCompact })}>
        <Face me={me} isCompact={isCompact} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={isCompact ? "end" : "start"}
          sideOffset={8}
          className="z-50 w-64 max-w-[calc(100vw-1rem)] animate-fade rounded-8 border border-line bg-page p-1 shadow-float"
        >
          <DropdownMenu.Label className="truncate px-3 py-2 text-13 text-muted">{me.email}</DropdownMenu.Label>
          {me.members.length > 1 ? (
            <DropdownMenu.RadioGroup
              value={me.member?.memberId ?? ""}
              onValueChange={(memberId) => choose.mutate({ memberId })}
            >
              {me.members.map(({ memberId, memberName, tenantTitle }) => (
                <DropdownMenu.RadioItem key={memberId} value={memberId} className={ITEM}>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{memberName}</span>
                    <span className="block truncate text-12 text-muted">{tenantTitle}</span>
                  </span>
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </DropdownMenu.ItemIndicator>
                </DropdownMenu.RadioItem>
              ))}
            </DropdownMenu.RadioGroup>
          ) : null}
          <OtherPlaces me={me} />
          <DropdownMenu.Separator className="my-1 h-px bg-line" />
          <DropdownMenu.Item asChild className={ITEM}>
            <Link href={me.member ? "/wallet/settings" : "/account"}>
              <Settings aria-hidden className="size-4 text-muted" /> {me.member ? "Settings" : "Account"}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={ITEM} onSelect={() => void signOut()}>
            <LogOut aria-hidden className="size-4 text-muted" /> Sign out
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function OtherPlaces({ me }: { readonly me: Me }) {
  const places = [
    ...(me.member ? [{ href: "/wallet", label: "Wallet", icon: Wallet }] : []),
    ...me.tenants.map(({ slug, title }) => ({ href: `/t/${slug}/test`, label: title, icon: Building2 })),
    ...(me.isOperator ? [{ href: "/network/overview", label: "Network", icon: Network }] : []),
  ];
  if (places.length < 2) return null;
  return (
    <>
      <DropdownMenu.Separator className="my-1 h-px bg-line" />
      {places.map(({ href, label, icon: Icon }) => (
        <DropdownMenu.Item key={href} asChild className={ITEM}>
          <Link href={href}>
            <Icon aria-hidden className="size-4 shrink-0 text-muted" /> <span className="truncate">{label}</span>
          </Link>
        </DropdownMenu.Item>
      ))}
    </>
  );
}
