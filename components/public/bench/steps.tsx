import { useState } from "react";
import { PlainButton } from "@/components/ui/forms/plain-button";
import { BENCH_CAPS } from "@/server/contracts/demo";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { CurlBlock } from "./curl-block";
import { formatResult, nameStep, whoOf } from "./format-step";
import { Panel, Scroll } from "./panel";
import { type RunState, stateAfter } from "./run-state";

const JSON_BODY = '-H "Content-Type: application/json"';
const MERCHANT = '-H "Authorization: Bearer mk_test_closedloop_cafe_public"';
const TENANT = `-H "X-API-Key: pk_test_closedloop_sandbox" \\
  -H "Authorization: Bearer sk_test_closedloop_sandbox_public_secret"`;

const TONES = { good: "text-good", bad: "text-bad", plain: "font-mono text-text" } as const;

interface StepsProps {
  readonly baseUrl: string;
  readonly steps: readonly BenchStep[];
}

export function Steps({ baseUrl, steps }: StepsProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const open = opened === null ? steps.length - 1 : opened;
  return (
    <Panel title="Steps" note="each with its curl" className="h-full">
      {steps.length === 0 ? (
        <ol className="grid gap-3 p-5 text-13 text-muted">
          <li>1. Make a code on the phone.</li>
          <li>2. Hold or charge it at the till.</li>
          <li>3. Capture part of it, void the rest, refund some.</li>
          <li>4. Share the run as a link.</li>
        </ol>
      ) : (
        <Scroll label="Steps of this run" endsWith={steps.length}>
          <ol className="divide-y divide-line">
            {steps.map((step, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added
              <li key={at} className="animate-fade">
                <Step
                  number={at + 1}
                  step={step}
                  curl={curlOf(baseUrl, steps, at)}
                  isOpen={at === open}
                  toggle={() => setOpened(at === open ? -1 : at === steps.length - 1 ? null : at)}
                />
              </li>
            ))}
          </ol>
        </Scroll>
      )}
    </Panel>
  );
}

interface StepProps {
  readonly number: number;
  readonly step: BenchStep;
  readonly curl: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function Step({ number, step, curl, isOpen, toggle }: StepProps) {
  const { text, tone } = formatResult(step);
  return (
    <>
      <PlainButton
        aria-expanded={isOpen}
        onClick={toggle}
        className="grid w-full grid-cols-[1.5rem_minmax(0,1fr)_auto] gap-x-2 px-4 py-2 text-left text-13 -outline-offset-2 hover:bg-hover"
      >
        <span className="text-muted tabular-nums">{number}</span>
        <span className="font-medium">{nameStep(step.act, step.amount)}</span>
        <span className="text-12 text-muted tabular-nums">{step.ms} ms</span>
        <span className="col-span-2 col-start-2 text-12 text-muted">
          {whoOf(step.act)} · <span className={TONES[tone]}>{text}</span>
        </span>
      </PlainButton>
      {isOpen ? (
        <div className="px-4 pb-3">
          <CurlBlock label={`Step ${number} as curl`} text={curl} />
        </div>
      ) : null}
    </>
  );
}

/** A curl command that repeats step `at` with the sandbox's public keys. */
function curlOf(baseUrl: string, steps: readonly BenchStep[], at: number): string {
  const step = steps[at];
  return step ? curlAfter(baseUrl, step, stateAfter(steps.slice(0, at))) : "";
}

function curlAfter(baseUrl: string, { act, amount, result }: BenchStep, before: RunState): string {
  const { payment } = before.paid ?? {};
  const { code = "YOUR_CODE" } = before.code ?? {};
  const authorizationId = payment?.authorizationId ?? "YOUR_AUTHORIZATION_ID";
  const recordId = payment?.recordId ?? "YOUR_RECORD_ID";
  const part = amount === null ? {} : { amount };
  switch (act) {
    case "code":
      return postCommand(baseUrl, "/v1/sandbox/member-codes", TENANT, {
        member: "TESTmemberRobin01",
        maxAmount: amount ?? BENCH_CAPS[0],
      });
    case "sale":
      return postCommand(baseUrl, "/merchant/v1/paymentcodes/sale", MERCHANT, { paymentCode: code, ...part });
    case "hold":
      return postCommand(baseUrl, "/merchant/v1/transactions/authorize", MERCHANT, {
        paymentMethod: { type: "paymentCode", paymentCode: code },
        ...part,
      });
    case "capture":
    case "void":
      return postCommand(baseUrl, `/merchant/v1/transactions/${act}`, MERCHANT, { authorizationId, ...part });
    case "refund": {
      const named = result.kind === "payment" ? result.transactionId : before.transactionId;
      return postCommand(baseUrl, "/merchant/v1/transactions/refund", MERCHANT, {
        transactionId: named ?? "YOUR_TRANSACTION_ID",
        ...part,
      });
    }
    case "increment":
      return postCommand(baseUrl, `/v1/authorizations/${recordId}/increment`, TENANT, part);
    case "allow":
      return postCommand(baseUrl, `/v1/sandbox/authorizations/${recordId}/rescue`, TENANT, {});
  }
}

/** The shell creates a new key per run; nanoseconds distinguish steps within one second. */
const NEW_KEY = '-H "Idempotency-Key: bench-$(date +%s%N)"';

function postCommand(baseUrl: string, path: string, credentials: string, body: object): string {
  return `curl -s ${baseUrl}${path} \\
  ${credentials} \\
  ${NEW_KEY} \\
  ${JSON_BODY} \\
  -d '${JSON.stringify(body)}'`;
}
