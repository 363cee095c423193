"use client";

import { CircleCheck, CircleX } from "lucide-react";
import { Link } from "@/components/ui/navigation/link";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { Books } from "@/server/trpc/types";
import { useNetwork } from "../shell/use-network";

type Proof = Books["proofs"][number];
type Check = Proof["checks"][number];

function breachesOf({ checks }: Proof): number {
  return checks.filter(({ findings }) => findings.length > 0).length;
}

function formatDuration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function describeVerdict(proof: Proof): string {
  const breached = breachesOf(proof);
  if (breached === 0) return "The books balance";
  return breached === 1 ? "1 check found a breach" : `${breached} checks found a breach`;
}

export function ProofVerdict({ proof }: { readonly proof: Proof }) {
  const isGood = breachesOf(proof) === 0;
  const Icon = isGood ? CircleCheck : CircleX;
  const total = proof.checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (
    <div className={`mb-4 rounded-8 p-4 ${isGood ? "bg-good-fill" : "bg-bad-fill"}`}>
      <h2 className={`flex items-center gap-2 text-20 ${isGood ? "text-good" : "text-bad"}`}>
        <Icon aria-hidden className="size-5 shrink-0" /> {describeVerdict(proof)}
      </h2>
      <p className="mt-1 text-14">
        {proof.checks.length} checks in {formatDuration(total)}, <Time at={proof.at} as="relative" />,{" "}
        {proof.isNightly ? "on the nightly schedule" : `for ${proof.actor}`}.
      </p>
    </div>
  );
}

export function ProofChecks({ proof }: { readonly proof: Proof }) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line rounded-8 border border-line">
      {proof.checks.map((check) => (
        <CheckRow key={check.name} check={check} />
      ))}
    </ul>
  );
}

function CheckRow({ check }: { readonly check: Check }) {
  const { name, looksAt, durationMs, findings, about } = check;
  const isGood = findings.length === 0;
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <li className="px-4 py-3 text-14">
      <div className="flex items-start gap-3">
        <Icon
          aria-label={isGood ? "Holds" : "Breached"}
          role="img"
          className={`mt-0.5 size-4 shrink-0 ${isGood ? "text-good" : "text-bad"}`}
        />
        <div className="min-w-0 flex-1">
          <p className="first-letter:uppercase">{name}</p>
          <p className="text-13 text-muted">{looksAt}</p>
        </div>
        <span className="shrink-0 text-13 whitespace-nowrap text-muted tabular-nums">{formatDuration(durationMs)}</span>
      </div>
      {isGood ? null : (
        <ul className="mt-2 ml-7 flex flex-col gap-1 text-13">
          {findings.map(({ record, offByMinor, says }) => (
            <li key={record} className="flex flex-wrap items-center gap-x-2">
              <span className="first-letter:uppercase">{about}</span> <Found about={about} record={record} />
              <span>{describeFinding(offByMinor, says)}</span>
            </li>
          ))}
          {findings.length >= 20 ? <li className="text-muted">The first 20 are shown.</li> : null}
        </ul>
      )}
    </li>
  );
}

function describeFinding(offByMinor: string, says: string): string {
  if (says !== "") return `${says}.`;
  return offByMinor === "0" ? "is wrong." : `is off by ${offByMinor} minor units.`;
}

function Found({ about, record }: { readonly about: string; readonly record: string }) {
  const { at } = useNetwork();
  if (about !== "account") return <CopyId id={record} />;
  return (
    <Link
      translate="no"
      href={at(`/network/members?search=${record}`)}
      className="font-mono text-accent hover:underline"
    >
      {record}
    </Link>
  );
}

export function ProofHistory({ proofs }: { readonly proofs: readonly Proof[] }) {
  return (
    <ul aria-label="Earlier proofs" className="divide-y divide-line rounded-8 border border-line text-14">
      {proofs.map((proof) => {
        const isGood = breachesOf(proof) === 0;
        const Icon = isGood ? CircleCheck : CircleX;
        return (
          <li
            key={proof.id}
            className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
          >
            <span className="flex items-center gap-2">
              <Icon aria-hidden className={`size-4 shrink-0 ${isGood ? "text-good" : "text-bad"}`} />{" "}
              {describeVerdict(proof)}
            </span>
            <span className="text-13 text-muted">
              {proof.isNightly ? "Nightly" : proof.actor}, <Time at={proof.at} as="relative" />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
