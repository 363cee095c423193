"use client";

import { useState } from "react";
import { StoredCheck } from "@/components/ui/feedback/stored-check";
import { Button } from "@/components/ui/forms/button";
import { DownloadButton } from "@/components/ui/forms/download-button";
import { CodeBlock } from "@/components/ui/values/code-block";
import { CopyCode } from "@/components/ui/values/copy-code";
import type { SignedUp } from "@/server/trpc/types";
import { EntryPage } from "./entry-page";

function firstCall({ apiUrl, publicKey, secret, panToken }: SignedUp): string {
  return [
    `curl -s ${apiUrl}/authorizations \\`,
    `  -H "X-API-Key: ${publicKey}" \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -H "Idempotency-Key: first-$(date +%s)" \\`,
    `  -d '{"panToken":"${panToken}","amount":12.50}'`,
  ].join("\n");
}

function SecretLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex items-center gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-13 text-muted">{label}</p>
        <p className="font-mono text-14 break-all">{value}</p>
      </div>
      <CopyCode what={label} text={value} />
    </div>
  );
}

export function FirstKey({ made }: { readonly made: SignedUp }) {
  const [isStored, setStored] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { publicKey, secret, tenantSlug } = made;
  const call = firstCall(made);
  const env = `CLOSED_LOOP_API_KEY=${publicKey}\nCLOSED_LOOP_SECRET=${secret}\n`;
  return (
    <EntryPage isWide title="Your sandbox is ready" lead="Here’s your API key. You see its secret only once.">
      <div className="divide-y divide-line rounded-8 border border-line">
        <SecretLine label="API key" value={publicKey} />
        <SecretLine label="Secret" value={secret} />
      </div>
      <div className="mt-3">
        <DownloadButton name=".env" text={env}>
          Download .env
        </DownloadButton>
      </div>
      <h2 className="mt-8 mb-3 text-16">Authorize your first payment</h2>
      <CodeBlock label="First call" copies={call}>
        {call}
      </CodeBlock>
      <div className="mt-8 flex flex-col gap-3 border-t border-line pt-4">
        <StoredCheck label="I have stored the secret" isStored={isStored} onChange={setStored} />
        <Button
          look="primary"
          size="large"
          isWide
          disabled={!isStored}
          isBusy={isLeaving}
          onClick={() => {
            setLeaving(true);
            location.assign(`/t/${tenantSlug}/test?welcome=1`);
          }}
        >
          Go to your sandbox
        </Button>
        <p className="text-center text-13 wrap-anywhere text-muted">Its address is /t/{tenantSlug}/test.</p>
      </div>
    </EntryPage>
  );
}
