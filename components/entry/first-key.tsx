"use client";

import { useState } from "react";
import type { SignedUp } from "@/server/trpc/types";
import { Button } from "../ui/button";
import { CodeBlock } from "../ui/code-block";
import { CopyButton, DownloadButton, SecretLine, StoredCheck } from "../ui/once-only";
import { EntryPage } from "./entry-page";

function firstCall({ apiUrl, publicKey, secret, panToken }: SignedUp): string {
  return [
    `curl -s ${apiUrl}/authorizations \\`,
    `  -H "X-API-Key: ${publicKey}" \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Idempotency-Key: first-$(date +%s)" \\`,
    `  -d '{"panToken":"${panToken}","amount":12.50}'`,
  ].join("\n");
}

/** The first key, once, and a call that works as it stands. */
export function FirstKey({ made }: { readonly made: SignedUp }) {
  const [isStored, setStored] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { publicKey, secret, tenantSlug } = made;
  const call = firstCall(made);
  const env = `CLOSED_LOOP_API_KEY=${publicKey}\nCLOSED_LOOP_SECRET=${secret}\n`;
  return (
    <EntryPage isWide title="Your sandbox is ready" lead="This is your API key. The secret is shown this once.">
      <div className="divide-y divide-line rounded-8 border border-line">
        <SecretLine label="API key" value={publicKey} />
        <SecretLine label="Secret" value={secret} />
      </div>
      <div className="mt-3">
        <DownloadButton name=".env" text={env}>
          Download .env
        </DownloadButton>
      </div>
      <div className="mt-8 mb-2 flex items-center justify-between gap-4">
        <h2 className="text-16">Authorize your first payment</h2>
        <CopyButton what="the call" text={call} />
      </div>
      <CodeBlock label="First call">{call}</CodeBlock>
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
      </div>
    </EntryPage>
  );
}
