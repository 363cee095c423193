"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Money } from "@/components/shared/money/money";
import { DownloadData } from "@/components/shared/personal-data/download-data";
import { EraseDialog } from "@/components/shared/personal-data/erase-dialog";
import type { Erasing } from "@/components/shared/personal-data/erase-form";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import type { MemberPage as Member } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { useNetwork } from "../shell/use-network";
import { FundAccount } from "./fund-account";
import { MemberCards } from "./member-cards";
import { MemberFundings } from "./member-fundings";

export function MemberPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const { place, at } = useNetwork();
  const member = useQuery(trpc.network.members.get.queryOptions({ ...place, id }));
  const back = { href: at("/network/members"), label: "Members" };
  if (!member.data) {
    return (
      <>
        <PageHead title="Member" back={back} />
        <Unread what="This member" query={member} />
      </>
    );
  }
  const { name, tenantSlug, tenantTitle, cards } = member.data;
  return (
    <>
      <PageHead title={name} back={back} />
      <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-14 text-muted">
        <span>
          Issued by{" "}
          <Link
            href={at(`/network/tenants/${tenantSlug}`)}
            className="font-medium text-accent underline underline-offset-4"
          >
            {tenantTitle}
          </Link>
        </span>
        <CopyId id={id} />
      </p>
      <div className="flex max-w-[55rem] flex-col gap-8">
        <Accounts member={member.data} />
        <MemberFundings member={member.data} />
        <MemberCards cards={cards} />
        <OwnLoginOnly>
          <MemberData id={id} name={name} />
        </OwnLoginOnly>
      </div>
    </>
  );
}

function Accounts({ member }: { readonly member: Member }) {
  const { place } = useNetwork();
  return (
    <section>
      <SectionHead title="Accounts" />
      {member.accounts.length === 0 ? (
        <p className="rounded-8 border border-dashed border-line p-4 text-14 text-muted">No account yet.</p>
      ) : (
        <ul className="divide-y divide-line rounded-8 border border-line">
          {member.accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
              <span>
                <span className="block text-20 font-semibold">
                  <Money amount={account.available} currency={account.currency} />
                </span>
                <span className="block text-13 text-muted">
                  available · <Money amount={account.held} currency={account.currency} /> held
                </span>
              </span>
              <span className="flex items-center gap-4">
                <CopyId id={account.id} />
                {place.environment === "test" ? (
                  <OwnLoginOnly isSandbox={member.isSandbox}>
                    <FundAccount account={account} name={member.name} />
                  </OwnLoginOnly>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function MemberData({ id, name }: { readonly id: string; readonly name: string }) {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const preview = useQuery({
    ...trpc.network.members.previewErasure.queryOptions({ ...place, id }),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const { mutateAsync } = useMutation(trpc.network.members.erase.mutationOptions());
  const erase = async (input: Erasing) => {
    await mutateAsync({ ...place, id, ...input });
    setOpen(false);
    toast.success(`${name} is deleted`);
  };
  return (
    <section>
      <SectionHead title="Personal data" />
      <div className="rounded-8 border border-line p-4">
        <p className="text-14 text-muted">
          For a member who asks for it. Confirm in another way that it’s them. Both are recorded in the audit log.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <DownloadData href={`/network/members/${id}/data?environment=${place.environment}`}>
            Download their data
          </DownloadData>
          <Button onClick={() => setOpen(true)}>Delete member</Button>
        </div>
      </div>
      <EraseDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        action="Delete member"
        preview={preview}
        word={name}
        hasSecondFactor={me?.hasSecondFactor ?? true}
        onErase={erase}
      />
    </section>
  );
}
