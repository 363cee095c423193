import { Check, Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { copyText } from "@/components/ui/values/copy-text";
import type { BenchStep } from "@/server/contracts/portal/public/bench-run";
import { packRun } from "./share";

/** Copies a link that contains the whole run. If the clipboard isn't available, shows the link. */
export function ShareRun({ steps }: { readonly steps: readonly BenchStep[] }) {
  const [link, setLink] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const made = `${window.location.href.split("#")[0]}${await packRun(steps)}`;
    setLink(made);
    setCopied(await copyText(made));
  };
  return (
    <>
      {link ? (
        <input
          readOnly
          aria-label="Link to this run"
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="h-9 w-48 min-w-0 rounded-8 border border-line bg-raised px-3 font-mono text-12 text-muted"
        />
      ) : null}
      <Button size="small" look="primary" onClick={() => void share()}>
        {isCopied ? <Check aria-hidden className="size-4" /> : <Link2 aria-hidden className="size-4" />}
        <span aria-live="polite">{isCopied ? "Link copied" : "Share this run"}</span>
      </Button>
    </>
  );
}
