import { SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { Time } from "@/components/ui/values/time";
import type { Books } from "@/server/trpc/types";

export function SealView({ seal }: { readonly seal: Books["seal"] }) {
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
        the head outside this service: <code>npm run audit -- --head LINE</code> then shows whether the chain still
        contains it.
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
