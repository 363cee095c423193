"use client";

import { useQuery } from "@tanstack/react-query";
import { BookCheck } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Failure, SkeletonRows } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Time } from "@/components/ui/values/time";
import type { Books } from "@/server/trpc/types";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";
import { LedgerTotals, PostingKinds } from "./ledger-totals";
import { ProofChecks, ProofHistory, ProofVerdict } from "./proof-views";
import { SealView } from "./seal-view";

const POLL_MS = 1_000;

export function BooksPage() {
  const trpc = useTRPC();
  const { place } = useNetwork();
  const books = useQuery({
    ...trpc.network.books.get.queryOptions(place),
    refetchInterval: ({ state }) => (state.data?.underWay ? POLL_MS : false),
  });
  const prove = useChange(trpc.network.books.prove.mutationOptions(), {
    done: ({ isStarted }) => (isStarted ? "Proof started" : "A proof is already running"),
  });
  const isUnderWay = books.data?.underWay != null;
  const button = (
    <Button look="primary" isBusy={prove.isPending || isUnderWay} onClick={() => prove.mutate(place)}>
      {isUnderWay ? "Proving the books" : "Prove the books"}
    </Button>
  );
  return (
    <>
      <PageHead
        title="Books"
        purpose="Recomputes every balance from its ledger entries. Payments keep running. Runs every night, and whenever you start it."
        action={button}
      />
      <div className="mb-6 lg:hidden">{button}</div>
      {books.isPending ? <SkeletonRows rows={6} /> : null}
      {books.error && !books.data ? (
        <Failure what="The books" error={books.error} onRetry={() => void books.refetch()} />
      ) : null}
      {books.data ? <Proofs books={books.data} /> : null}
      <div className="mt-8 flex flex-col gap-8">
        {books.data ? <SealView seal={books.data.seal} /> : null}
        <LedgerTotals />
        <PostingKinds />
      </div>
    </>
  );
}

function Proofs({ books }: { readonly books: Books }) {
  const { underWay, failure, proofs } = books;
  const [last] = proofs;
  return (
    <div className="flex flex-col gap-8">
      <div role="status" className="flex flex-col gap-4 empty:hidden">
        {underWay ? (
          <p className="rounded-8 bg-accent-fill p-4 text-14">
            A proof is running. {underWay.actor} started it <Time at={underWay.startedAt} as="relative" />.
          </p>
        ) : null}
        {failure ? (
          <p className="rounded-8 bg-bad-fill p-4 text-14">
            The last proof didn’t finish: {failure.reason} It doesn’t show whether the books balance.
          </p>
        ) : null}
      </div>
      {last ? (
        <>
          <section>
            <ProofVerdict proof={last} />
            <ProofChecks proof={last} />
          </section>
          <section>
            <SectionHead title="Earlier proofs" />
            <ProofHistory proofs={proofs} />
          </section>
        </>
      ) : underWay ? null : (
        <Empty icon={BookCheck} title="Not proved yet">
          A proof runs every night at 03:30 UTC. Prove the books now and see each check here.
        </Empty>
      )}
    </div>
  );
}
