import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { saySeen } from "@/components/shared/decisions/say-seen";
import type { LandingFacts } from "./landing-facts";
import { Part } from "./part";

/** One decline in each party's wording, taken from the service itself. */
export function Decline({ decline }: Pick<LandingFacts, "decline">) {
  const { member, merchant, rules, currency, code } = decline;
  return (
    <Part
      title="One decline, seen by three"
      lead="The member reads why, and what helps. The merchant reads what to do, and nothing about the account. The tenant sees every rule with the values it checked."
      more={{ href: "/docs/errors#declines", label: "All reasons" }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-8 border border-line md:grid-cols-2">
        <Seen who="The member" where="in the wallet">
          <p className="font-medium">{member?.title}</p>
          <p className="mt-1">{member?.why}</p>
          <p className="mt-1 text-muted">{member?.help}</p>
        </Seen>
        <Seen who="The merchant" where="in the answer of the API" isBeside>
          <p>
            <span className="font-mono text-13 text-muted">reasonCode</span> <span className="font-medium">{code}</span>
          </p>
          <p className="mt-1">{merchant}</p>
        </Seen>
        <div className="border-t border-line md:col-span-2">
          <Seen who="The tenant" where="in the console">
            <ul className="divide-y divide-line">
              {rules.map(({ rule, hasPassed, saw }) => (
                <li key={rule} className="flex gap-3 py-2">
                  {hasPassed ? (
                    <Check aria-label="passed" className="mt-0.5 size-4 shrink-0 text-good" />
                  ) : (
                    <X aria-label="declined" className="mt-0.5 size-4 shrink-0 text-bad" />
                  )}
                  <span className="grid min-w-0 flex-1 gap-x-6 sm:grid-cols-2">
                    <span className={`first-letter:uppercase ${hasPassed ? "" : "font-medium text-bad"}`}>{rule}</span>
                    <span className="text-muted sm:text-right">{saySeen(saw, currency, "en-US")}</span>
                  </span>
                </li>
              ))}
            </ul>
          </Seen>
        </div>
      </div>
    </Part>
  );
}

interface SeenProps {
  readonly who: string;
  readonly where: string;
  readonly isBeside?: boolean;
  readonly children: ReactNode;
}

function Seen({ who, where, isBeside = false, children }: SeenProps) {
  return (
    <section
      aria-label={who}
      className={`min-w-0 p-5 text-14 ${isBeside ? "border-line max-md:border-t md:border-l" : ""}`}
    >
      <h3 className="mb-3 text-13 font-normal text-muted">
        <span className="font-medium text-text">{who}</span> {where}
      </h3>
      {children}
    </section>
  );
}
