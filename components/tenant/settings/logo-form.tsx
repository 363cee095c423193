"use client";

import { useMutation } from "@tanstack/react-query";
import { ImageIcon } from "lucide-react";
import { useRef, useState } from "react";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { sentence } from "@/components/ui/forms/issues";
import { type Logo, MAX_LOGO_BYTES } from "@/server/contracts/brand/looks";
import { useTenant } from "../shell/use-tenant";

const TYPES = "image/png,image/jpeg,image/webp";

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function LogoForm({ logo, isOff }: { readonly logo: Logo | null; readonly isOff: boolean }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const [issue, setIssue] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const options = (words: string) => ({
    onSuccess: () => {
      toast.success(words);
    },
    onError: (error: unknown) => {
      const found = issuesOf(error).logo;
      setIssue(found ? sentence(found) : messageOf(error));
    },
  });
  const change = useMutation(trpc.tenant.brand.changeLogo.mutationOptions(options("Logo saved")));
  const remove = useMutation(trpc.tenant.brand.removeLogo.mutationOptions(options("Logo removed")));
  const isBusy = change.isPending || remove.isPending;
  const send = async (file: File) => {
    setIssue(undefined);
    if (file.size > MAX_LOGO_BYTES) return setIssue("Use a file of at most 128 KB.");
    change.mutate({ ...place, logo: await base64Of(file) });
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className="flex h-16 w-28 shrink-0 items-center justify-center overflow-hidden rounded-8 border border-line bg-white p-1.5">
        {logo ? (
          // biome-ignore lint/performance/noImgElement: it is served as it was uploaded; no server of ours decodes it
          <img
            src={logo.url}
            alt="Your logo"
            width={logo.width}
            height={logo.height}
            className="max-h-full max-w-full object-contain"
          />
        ) : (
          <ImageIcon aria-hidden className="size-6 text-[#59616b]" strokeWidth={1.5} />
        )}
      </span>
      <div className="min-w-48 flex-1">
        <p className="text-14 font-medium">Logo</p>
        {issue ? (
          <p role="alert" className="text-13 text-bad">
            {issue}
          </p>
        ) : (
          <p className="text-13 text-muted">PNG, JPEG, or WebP, up to 128 KB and 2,048 pixels. It’s shown on white.</p>
        )}
      </div>
      {isOff ? null : (
        <div className="flex flex-wrap gap-2">
          <input
            ref={input}
            type="file"
            accept={TYPES}
            tabIndex={-1}
            aria-label="Logo file"
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void send(file);
              // Without this, choosing the same file again fires no event.
              target.value = "";
            }}
          />
          <Button isBusy={isBusy} onClick={() => input.current?.click()}>
            {logo ? "Replace logo" : "Choose a logo"}
          </Button>
          {logo ? (
            <Button isBusy={isBusy} onClick={() => remove.mutate(place)}>
              Remove
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
