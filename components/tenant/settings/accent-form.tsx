"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { HEX_COLOR } from "@/server/contracts/brand/color";
import type { Logo } from "@/server/contracts/brand/looks";
import { sayTones } from "@/server/contracts/brand/say-tones";
import { deriveTones } from "@/server/contracts/brand/tones";
import { useTenant } from "../shell/use-tenant";
import { WalletPreview } from "./wallet-preview";

/** The network's own color, the default. */
const NETWORKS = "#3a46d4";

interface AccentFormProps {
  readonly accent: string | null;
  readonly logo: Logo | null;
  readonly title: string;
  readonly isOff: boolean;
}

export function AccentForm({ accent, logo, title, isOff }: AccentFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place } = useTenant();
  const [typed, setTyped] = useState(accent ?? NETWORKS);
  const [issue, setIssue] = useState<string>();
  const change = useMutation(
    trpc.tenant.brand.changeAccent.mutationOptions({
      onSuccess: () => {
        toast.success("Color saved", { description: "Members see it when they next open the wallet." });
        return queryClient.invalidateQueries();
      },
      onError: (error) => setIssue(issuesOf(error).accent ?? messageOf(error)),
    }),
  );
  const color = typed.trim().toLowerCase();
  const isColor = HEX_COLOR.test(color);
  const shown = useDeferredValue(isColor ? color : NETWORKS);
  const tones = deriveTones(shown);
  const said = isColor ? sayTones(shown, tones) : [];
  const type = (text: string) => {
    setTyped(text);
    setIssue(undefined);
  };
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isColor) change.mutate({ ...place, accent: color });
        else setIssue("Enter a color like #1a7f37.");
      }}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Color"
            name="accent"
            value={typed}
            disabled={isOff}
            maxLength={20}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => type(target.value)}
            help="Six hex digits, like #1a7f37. Buttons and links of the wallet use it."
            error={issue}
          />
        </div>
        <input
          type="color"
          aria-label="Choose a color"
          value={isColor ? color : NETWORKS}
          disabled={isOff}
          onChange={({ target }) => type(target.value)}
          className="mt-6 h-11 w-14 shrink-0 cursor-pointer rounded-8 border border-line-strong bg-page p-1"
        />
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <WalletPreview scheme="light" title={title} logo={logo} tones={tones} />
        <WalletPreview scheme="dark" title={title} logo={logo} tones={tones} />
      </div>
      <div aria-live="polite" className="text-13 text-muted">
        {said.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isColor && said.length === 0 ? <p>It’s easy to read as it is, on light and dark pages.</p> : null}
      </div>
      {isOff ? null : (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isBusy={change.isPending}>
            Save color
          </Button>
          {accent === null ? null : (
            <Button isBusy={change.isPending} onClick={() => change.mutate({ ...place, accent: null })}>
              Use the default
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
