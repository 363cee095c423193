"use client";

import { useMutation } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { TOKENS } from "@/components/shared/brand/brand-style";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { BRAND, Mark } from "@/components/ui/layout/mark";
import { HEX_COLOR } from "@/server/contracts/brand/color";
import { formatTones } from "@/server/contracts/brand/format-tones";
import type { Logo } from "@/server/contracts/brand/looks";
import { deriveTones, SURFACES, type Tones } from "@/server/contracts/brand/tones";
import { useTenant } from "../shell/use-tenant";

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
  const { place } = useTenant();
  const [typed, setTyped] = useState(accent ?? NETWORKS);
  const [issue, setIssue] = useState<string>();
  const change = useMutation(
    trpc.tenant.brand.changeAccent.mutationOptions({
      onSuccess: () => {
        toast.success("Color saved", { description: "Members see it when they next open the wallet." });
      },
      onError: (error) => setIssue(issuesOf(error).accent ?? messageOf(error)),
    }),
  );
  const color = typed.trim().toLowerCase();
  const isColor = HEX_COLOR.test(color);
  const shown = useDeferredValue(isColor ? color : NETWORKS);
  const tones = deriveTones(shown);
  const said = isColor ? formatTones(shown, tones) : [];
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

interface WalletPreviewProps {
  readonly scheme: "light" | "dark";
  readonly title: string;
  readonly logo: Logo | null;
  readonly tones: Tones;
}

const PAGES = {
  light: { "--page": SURFACES.light[0], "--text": "#15171a" },
  dark: { "--page": SURFACES.dark[0], "--text": "#edeff1" },
} as const;

/** A static preview of the wallet in one color scheme, independent of the page's. */
function WalletPreview({ scheme, title, logo, tones }: WalletPreviewProps) {
  // The page may use the other scheme, so each token is set here.
  const tokens = TOKENS.map(([name, token]) => [token, tones[name][scheme]]);
  const style = { ...PAGES[scheme], ...Object.fromEntries(tokens) };
  return (
    <figure style={style} className="flex min-w-0 flex-col gap-3 rounded-8 border border-line bg-page p-4 text-text">
      <figcaption className="sr-only">Preview on a {scheme} page</figcaption>
      <span className={BRAND}>
        <Mark name={title} logo={logo} />
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-14">
        <span className="font-medium text-accent">A link</span>
        <span className="rounded-4 bg-accent-fill px-2 py-0.5 text-13 font-medium text-accent">Selected</span>
      </span>
      <span className="flex h-9 items-center justify-center rounded-8 bg-button px-4 text-14 font-medium text-white">
        Approve
      </span>
    </figure>
  );
}
