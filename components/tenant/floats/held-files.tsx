"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatMoney } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import type { HeldFile } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

/** Funding files that wait for a second person. */
export function HeldFiles() {
  const trpc = useTRPC();
  const locale = useLocale();
  const { place, may } = useTenant();
  const { data } = useQuery(trpc.tenant.fundingFiles.held.queryOptions(place));
  const [asked, setAsked] = useState<{ readonly file: HeldFile; readonly isApproved: boolean } | null>(null);
  const decide = useMutation(
    trpc.tenant.fundingFiles.decide.mutationOptions({
      onSuccess: (_, { isApproved }) =>
        void toast.success(isApproved ? "Funding the members" : "Funding file rejected"),
      onError: (error) => void toast.error(messageOf(error)),
      onSettled: () => setAsked(null),
    }),
  );
  const totalOf = ({ totals }: HeldFile) =>
    totals.map(({ currency, total }) => formatMoney(total, currency, locale)).join(", ");
  return (
    <>
      {data?.map((file) => (
        <div
          key={file.id}
          className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-8 border border-line p-4 text-14"
        >
          <div className="min-w-0">
            <p className="font-medium">A funding file of {totalOf(file)} waits for a second person</p>
            <p className="text-muted wrap-anywhere">
              {file.isOwn ? "You asked" : `${file.askedBy} asked`} <Time at={file.createdAt} as="relative" />.
            </p>
          </div>
          {may("move_money") ? (
            <span className="flex gap-2">
              <Button size="small" onClick={() => setAsked({ file, isApproved: false })}>
                {file.isOwn ? "Withdraw" : "Reject"}
              </Button>
              {file.isOwn ? null : (
                <Button size="small" look="primary" onClick={() => setAsked({ file, isApproved: true })}>
                  Approve
                </Button>
              )}
            </span>
          ) : null}
        </div>
      ))}
      <Confirm
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={asked?.isApproved ? "Approve the funding file?" : "Reject the funding file?"}
        action={asked?.isApproved ? "Approve" : "Reject"}
        isHarmless={asked?.isApproved ?? false}
        isBusy={decide.isPending}
        onConfirm={() =>
          asked ? decide.mutate({ ...place, id: asked.file.id, isApproved: asked.isApproved }) : undefined
        }
      >
        {asked?.isApproved
          ? `${totalOf(asked.file)} go from your float to the members of the file.`
          : "Nothing is moved, and the file is deleted."}
      </Confirm>
    </>
  );
}
