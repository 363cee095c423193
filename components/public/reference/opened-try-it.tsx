"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { TextArea } from "@/components/ui/forms/text-area";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { RequestToTry } from "@/server/contracts/rest/example-code";
import { useOwnKey } from "../docs/own-key/own-key";
import { headersWithOwnKey } from "../docs/own-key/with-own-key";

const PLACEHOLDER = /YOUR_[A-Z_]+/g;
const BODY_ROWS = 12;

export interface TryItProps {
  /** Names the operation. */
  readonly what: string;
  readonly request: RequestToTry;
}

/** The reader’s values by field and its first value, which the next operation begins with. They go with the page, since keys are among them. */
const typed = new Map<string, string>();

interface Exchange {
  readonly request: string;
  readonly answer: string;
  /** The HTTP status; null if no answer came. */
  readonly status: string | null;
}

/** `YOUR_MEMBER_CODE` → `Your member code`. */
function labelOf(placeholder: string): string {
  const words = placeholder.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

async function exchange(method: string, address: string, headers: Record<string, string>, body: string | null) {
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = [`${method} ${address}`, ...sent, ...(body === null ? [] : ["", body])].join("\n");
  const began = performance.now();
  try {
    const response = await fetch(address, { method, headers, body, redirect: "error" });
    const text = await response.text();
    const took = `${response.status} in ${Math.round(performance.now() - began)} ms`;
    return { request, status: took, answer: formatted(text) };
  } catch {
    return {
      request,
      status: null,
      answer: "No answer came. Send it again: with the same Idempotency-Key it is done once.",
    };
  }
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

export function OpenedTryIt({ what, request }: TryItProps) {
  const own = useOwnKey();
  const headers = own ? headersWithOwnKey(request.headers, own) : request.headers;
  return <Form key={own?.id} what={what} request={{ ...request, headers }} />;
}

function Form({ what, request }: TryItProps) {
  const { method, address, headers, hasKey, body } = request;
  const all = [address, ...Object.values(headers), body ?? ""].join("\n");
  const placeholders = [...new Set(all.match(PLACEHOLDER) ?? [])];
  const [seen, setSeen] = useState<Exchange | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());

  /** A tenant’s and a merchant’s bearer are two. */
  const fieldOf = (name: string) => `${name} ${headers[name] ?? ""}`;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: string) => String(given.get(name) ?? "").trim();
    const fill = (text: string, quote: (value: string) => string) =>
      text.replace(PLACEHOLDER, (name) => quote(read(name)));
    const keys = Object.entries(headers).map(
      ([name, value]) => [name, read(name) || fill(value, (one) => one)] as const,
    );
    const sent = {
      ...Object.fromEntries(keys),
      ...(hasKey ? { "Idempotency-Key": read("Idempotency-Key") } : {}),
      ...(body === null ? {} : { "Content-Type": "application/json" }),
    };
    for (const name of [...placeholders, ...Object.keys(headers)])
      if (given.has(name)) typed.set(fieldOf(name), read(name));
    setIsBusy(true);
    const inBody = body === null ? null : fill(read("body"), (value) => JSON.stringify(value).slice(1, -1));
    const found = await exchange(method, fill(address, encodeURIComponent), sent, inBody);
    setSeen(found);
    setIsBusy(false);
    // Without an answer the key stays, so that what was done isn’t done again.
    if (found.status !== null) setKey(crypto.randomUUID());
  };

  return (
    <form onSubmit={send} aria-label={`Try it: ${what}`} className="grid gap-3 rounded-8 border border-line p-4">
      {placeholders.map((name) => (
        <Field
          key={name}
          name={name}
          label={labelOf(name)}
          defaultValue={typed.get(fieldOf(name))}
          required
          autoComplete="off"
        />
      ))}
      {Object.entries(headers)
        .filter(([, value]) => !value.includes("YOUR_"))
        .map(([name, value]) => (
          <Field
            key={name}
            name={name}
            label={name}
            defaultValue={typed.get(fieldOf(name)) ?? value}
            required
            autoComplete="off"
          />
        ))}
      {hasKey ? (
        <Field
          name="Idempotency-Key"
          label="Idempotency-Key"
          value={key}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
          required
          autoComplete="off"
        />
      ) : null}
      {body === null ? null : (
        <TextArea name="body" label="Body" defaultValue={body} rows={Math.min(BODY_ROWS, body.split("\n").length)} />
      )}
      <div>
        <Button type="submit" size="small" isBusy={isBusy}>
          Send
        </Button>
      </div>
      {seen ? (
        <div role="status" className="grid min-w-0 gap-3">
          <CodeBlock label="Request as it was sent" copies={seen.request} isBounded>
            {seen.request}
          </CodeBlock>
          <CodeBlock
            label={seen.status === null ? "No answer" : `Answer: ${seen.status}`}
            copies={seen.answer}
            isBounded
          >
            {seen.answer}
          </CodeBlock>
        </div>
      ) : null}
    </form>
  );
}
