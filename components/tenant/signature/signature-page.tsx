"use client";

import { useEffect, useState } from "react";
import { Choice } from "@/components/ui/forms/choice";
import { Field } from "@/components/ui/forms/field";
import { TextArea } from "@/components/ui/forms/text-area";
import { PageHead } from "@/components/ui/layout/page-head";
import { serverNow } from "@/components/ui/values/device-clock";
import { diagnoseRequest } from "./diagnose-request";
import { diagnoseWebhook } from "./diagnose-webhook";
import { Diagnosis } from "./diagnosis";
import { type PastedRequest, readRequest } from "./read-request";
import type { Step } from "./steps";

const SIDES = [
  { value: "request", label: "A request you send" },
  { value: "webhook", label: "A webhook you receive" },
] as const;

type Side = (typeof SIDES)[number]["value"];

const NOTHING: PastedRequest = { method: "POST", path: "", headers: "", body: "" };

/** Diagnoses signatures. Nothing pasted leaves the browser. */
export function SignaturePage() {
  const [side, setSide] = useState<Side>("request");
  const [request, setRequest] = useState(NOTHING);
  const [secret, setSecret] = useState("");
  const steps = useDiagnosis(side, request, secret);
  const change = (part: Partial<PastedRequest>) => setRequest({ ...request, ...part });
  const paste = (text: string) => {
    const read = readRequest(text);
    if (read) setRequest(read);
  };
  return (
    <>
      <PageHead
        title="Signature debugger"
        purpose="Finds the step where a signature goes wrong. Nothing you type leaves this browser."
      />
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-2 lg:items-start">
        <div className="flex min-w-0 flex-col gap-5">
          <Choice label="What to check" options={SIDES} value={side} onChange={setSide} />
          <TextArea
            label="Paste the whole request"
            rows={3}
            value=""
            onChange={(event) => paste(event.target.value)}
            placeholder={
              side === "request"
                ? "curl … or POST /v1/authorizations and its headers"
                : "POST /webhooks and its headers"
            }
            help="A curl command or a raw request; it fills the fields below."
          />
          {side === "request" ? (
            <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
              <Field
                label="Method"
                value={request.method}
                onChange={(event) => change({ method: event.target.value })}
              />
              <Field
                label="Path"
                placeholder="/v1/authorizations"
                value={request.path}
                onChange={(event) => change({ path: event.target.value })}
              />
            </div>
          ) : null}
          <TextArea
            label="Headers"
            rows={4}
            value={request.headers}
            onChange={(event) => change({ headers: event.target.value })}
            placeholder={
              side === "request"
                ? "X-Timestamp: …\nX-Signature: sha256=…"
                : "X-SVC-Timestamp: …\nX-SVC-Signature: sha256=…"
            }
          />
          <TextArea
            label="Raw body"
            rows={6}
            value={request.body}
            onChange={(event) => change({ body: event.target.value })}
            help="Exactly as it was sent. Whitespace counts, even at the end."
          />
          <Field
            label="Secret"
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder={side === "request" ? "sk_…" : "whsec_…"}
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
            help="Stays in this browser and is gone when you leave the page."
          />
        </div>
        <Diagnosis steps={steps} />
      </div>
    </>
  );
}

function useDiagnosis(side: Side, request: PastedRequest, secret: string): readonly Step[] {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const isEmpty = request.headers.trim() === "" && request.path === "" && request.body === "";
    const look = { secret, nowMs: serverNow() };
    const work = isEmpty
      ? Promise.resolve([])
      : side === "request"
        ? diagnoseRequest(request, look)
        : diagnoseWebhook(request, look);
    work.then(
      (found) => isCurrent && setSteps(found),
      () => isCurrent && setSteps([NO_CRYPTO]),
    );
    return () => {
      isCurrent = false;
    };
  }, [side, request, secret]);
  return steps;
}

const NO_CRYPTO: Step = {
  title: "This browser",
  verdict: "wrong",
  text: "Browsers compute signatures only on https and localhost. Open this page there.",
};
