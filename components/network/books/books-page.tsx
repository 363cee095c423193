"use client";

import { useQuery } from "@tanstack/react-query";
import { BookCheck } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Time } from "@/components/ui/values/time";
import type { Books } from "@/server/trpc/types";
import { useChange } from "../shell/use-change";
import { useNetwork } from "../shell/use-network";
import { LedgerTotals, PostingKinds } from "./ledger-totals";
import { ProofChecks, ProofHistory, ProofVerdict } from "./proof-views";

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
      <Unread what="The books" query={books} rows={6} />
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

function SealView({ seal }: { readonly seal: Books["seal"] }) {
  return (
    <section>
      <SectionHead title="Seal" />
      {seal ? <Sealed seal={seal} /> : <NotSealed />}
    </section>
  );
}

function NotSealed() {
  return (
    <p className="rounded-8 bg-bad-fill p-4 text-14">
      The first block is gone, so nothing is sealed. Only someone who can write to the database can have removed it.
    </p>
  );
}

function Sealed({ seal }: { readonly seal: NonNullable<Books["seal"]> }) {
  const { number, sealedAt, unsealedSince, line, publicKey } = seal;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-14 text-muted">
        Every minute, new entries and audit records are sealed in a block that holds the hash of the one before it. Keep
        the head outside this service: <code translate="no">npm run audit -- --head LINE</code> then shows whether the
        chain still contains it.
      </p>
      <Facts>
        <Fact label="Last block">{number.toLocaleString("en-US")}</Fact>
        <Fact label="Sealed">
          <Time at={sealedAt} as="relative" />
        </Fact>
        <Fact label="Not sealed yet">
          {unsealedSince ? (
            <>
              since <Time at={unsealedSince} as="relative" />
            </>
          ) : (
            "Nothing"
          )}
        </Fact>
      </Facts>
      <CodeBlock label="Head" copies={line}>
        {line}
      </CodeBlock>
      {publicKey ? (
        <CodeBlock label="Public key (Ed25519)" copies={publicKey}>
          {publicKey.trim()}
        </CodeBlock>
      ) : null}
    </div>
  );
}
