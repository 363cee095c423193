import { ChevronRight } from "lucide-react";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CodeBlock } from "@/components/ui/values/code-block";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { CheckedBlock, CheckedStatement } from "@/server/contracts/statement-proof/check-statement";

interface ProofDetailsProps {
  readonly checked: CheckedStatement;
  readonly money: (minor: bigint, currency: string) => string;
}

export function ProofDetails({ checked, money }: ProofDetailsProps) {
  const { statement, sums, blocks, line, signers } = checked;
  if (!statement || !sums) return null;
  const command = commandFor(signers);
  return (
    <details className="group rounded-8 border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 px-4 text-14 font-medium -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 text-muted transition-transform group-open:rotate-90" />
        Sums, blocks, and how to check the file yourself
      </summary>
      <div className="flex flex-col gap-6 border-t border-line p-4">
        <Facts>
          <Fact label="Stated: payout and what is carried out">{money(sums.statedMinor, statement.currency)}</Fact>
          <Fact label="From the lines and what was carried in">{money(sums.linesMinor, statement.currency)}</Fact>
          <Fact label="From the postings on the merchant’s account">{money(sums.booksMinor, statement.currency)}</Fact>
          <Fact label="Difference">
            <strong className="font-semibold">{money(sums.differenceMinor, statement.currency)}</strong>
          </Fact>
        </Facts>
        {blocks.length > 0 ? <Chain blocks={blocks} /> : null}
        <div className="flex flex-col gap-3">
          <p className="text-14 text-muted">
            Download the proof and check it with Closed Loop’s source code, without a network and without this server.
            Without <code translate="no">--key</code> it can’t say who signed. Compare each fingerprint with one that
            you noted before.
          </p>
          <CodeBlock label="Check the file" copies={command}>
            {command}
          </CodeBlock>
          {line ? (
            <>
              <p className="text-14 text-muted">
                Keep this line. The network’s auditor can ask with it whether the books still have this block:{" "}
                <code translate="no" className="wrap-anywhere">
                  npm run audit -- --head LINE
                </code>
              </p>
              <CodeBlock label="Last block" copies={line}>
                {line}
              </CodeBlock>
            </>
          ) : null}
        </div>
      </div>
    </details>
  );
}

function commandFor({ statement, blocks }: CheckedStatement["signers"]): string {
  const keys = new Set([...(statement ? [statement] : []), ...blocks]);
  return ["npm run statement:check -- FILE", ...keys].join(" --key ");
}

const SHOWN_AT_EACH_END = 4;

function Chain({ blocks }: { readonly blocks: readonly CheckedBlock[] }) {
  const hidden = blocks.length - 2 * SHOWN_AT_EACH_END;
  const first = hidden > 0 ? blocks.slice(0, SHOWN_AT_EACH_END) : blocks;
  const last = hidden > 0 ? blocks.slice(-SHOWN_AT_EACH_END) : [];
  return (
    <ol
      aria-label="Blocks that seal the statement"
      className="divide-y divide-line rounded-8 border border-line text-13"
    >
      {first.map((block) => (
        <BlockRow key={block.number} block={block} />
      ))}
      {hidden > 0 ? <li className="px-4 py-2 text-muted">{hidden.toLocaleString("en-US")} more blocks</li> : null}
      {last.map((block) => (
        <BlockRow key={block.number} block={block} />
      ))}
    </ol>
  );
}

function BlockRow({ block: { number, hash, previousHash, sealedAt, entries } }: { readonly block: CheckedBlock }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
      <span>
        <span className="font-medium">Block {Number(number).toLocaleString("en-US")}</span>
        <span className="ml-2 text-muted">
          <Time at={new Date(sealedAt).toISOString()} />, {entries} {entries === 1 ? "entry" : "entries"} of this
          statement
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 text-muted">
        <span className="flex items-center gap-1">
          hash <CopyId id={hash} />
        </span>
        <span className="flex items-center gap-1">
          after <CopyId id={previousHash} />
        </span>
      </span>
    </li>
  );
}
