"use client";

import { TicketCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Terms } from "@/components/shared/agreements/terms";
import { Link } from "@/components/ui/navigation/link";
import { Day } from "@/components/ui/values/time";
import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import type { Agreement, Code } from "@/server/trpc/types";
import { RevokeCode } from "../codes/revoke-code";
import { RevokeAgreement } from "./revoke-agreement";

/** A merchant who may charge by an agreement. */
export function AgreementPull({ agreement }: { readonly agreement: Agreement }) {
  const { id, merchant, description, nextChargeOn } = agreement;
  return (
    <Pull
      href={`/wallet/agreements/${id}`}
      mark={merchant.slice(0, 1).toUpperCase()}
      who={merchant}
      terms={agreement}
      what={description}
      next={nextChargeOn}
      stop={<RevokeAgreement agreement={agreement} isInRow />}
    />
  );
}

/** A recurring code: any holder may charge it, or only the merchant it is bound to. */
export function CodePull({ code }: { readonly code: Code }) {
  const { id, merchant, maxAmount, currency, interval, thru, usesAllowed, nextUseOn, usesRemaining } = code;
  const left = usesRemaining === null ? "Recurring code" : `Recurring code, ${usesRemaining} left`;
  return (
    <Pull
      href={`/wallet/codes/${id}`}
      mark={<TicketCheck aria-hidden className="size-5" strokeWidth={1.75} />}
      who={merchant ?? "Anyone with the code"}
      terms={{ currency, amount: null, cap: maxAmount, interval, endsOn: thru, chargeLimit: usesAllowed }}
      what={left}
      next={nextUseOn}
      stop={<RevokeCode code={code} isInRow />}
    />
  );
}

interface PullProps {
  readonly href: string;
  readonly mark: ReactNode;
  readonly who: string;
  readonly terms: AgreementTerms;
  readonly what: string;
  /** First day on which money may be taken again; null: any time. */
  readonly next: string | null;
  readonly stop: ReactNode;
}

/** The name leads to all of it; the button beside stops it. */
function Pull({ href, mark, who, terms, what, next, stop }: PullProps) {
  const isLater = next !== null && new Date(next).getTime() > Date.now();
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-hover">
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-8 bg-hover text-16 font-semibold text-muted"
      >
        {mark}
      </span>
      <div className="min-w-0 flex-1 text-13 text-muted">
        <p className="truncate text-14 font-medium text-text">
          <Link href={href} className="after:absolute after:inset-0">
            {who}
          </Link>
        </p>
        <p className="text-text">
          <Terms terms={terms} />
        </p>
        <p className="truncate">
          {what}
          {isLater && next ? (
            <>
              {" · "}not before <Day day={next} />
            </>
          ) : null}
        </p>
      </div>
      {/* Above the link that fills the row. */}
      <div className="relative">{stop}</div>
    </li>
  );
}
