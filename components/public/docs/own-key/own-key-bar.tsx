"use client";

import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { SelectField } from "@/components/ui/forms/select-field";
import { Time } from "@/components/ui/values/time";
import { forgetOwnKey, makeOwnKey, type Sandbox } from "./make-own-key";
import type { OwnKey } from "./own-key";

export interface OwnKeyBarProps {
  readonly sandboxes: readonly Sandbox[];
  readonly own: OwnKey | null;
}

/** Puts a key of the reader’s own sandbox into every example, and takes it out again. */
export function OwnKeyBar({ sandboxes, own }: OwnKeyBarProps) {
  const [slug, setSlug] = useState(sandboxes[0]?.slug);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const sandbox = sandboxes.find((one) => one.slug === slug);

  const act = async () => {
    if (!sandbox) return;
    setIsBusy(true);
    setProblem(await (own ? forgetOwnKey(own) : makeOwnKey(sandbox)));
    setIsBusy(false);
  };

  return (
    <section
      aria-label="Keys of the examples"
      className="mb-8 flex flex-wrap items-end justify-between gap-3 rounded-8 border border-line px-4 py-3 text-13 print:hidden"
    >
      <p role="status" className="min-w-0 flex-1 basis-60 self-center text-muted">
        {problem ??
          (own ? (
            <>
              The examples and Try it use a key of <span translate="no">{own.title}</span>’s sandbox. It works until{" "}
              <Time at={own.expiresAt} /> or until you forget it. Only this tab has its secret.
            </>
          ) : (
            "The examples use the public sandbox’s keys. A key of your own, named Docs in the console, works for a day."
          ))}
      </p>
      {sandboxes.length > 1 && !own ? (
        <SelectField
          label="Sandbox"
          placeholder="Choose"
          options={sandboxes.map(({ slug: value, title: label }) => ({ value, label }))}
          value={slug}
          onChange={({ target }) => setSlug(target.value)}
        />
      ) : null}
      <Button look="secondary" size="small" isBusy={isBusy} onClick={act}>
        {own ? "Forget it" : "Use my own sandbox key"}
      </Button>
    </section>
  );
}
