"use client";

import { useLocale } from "@/components/ui/values/locale";
import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import { sayTerms } from "@/server/contracts/say-terms";

interface TermsProps {
  readonly terms: AgreementTerms;
  /** Of a request that waits: who sets what the merchant left open. */
  readonly setter?: "you" | "the member";
}

/** Everything that binds the merchant, in one sentence. */
export function Terms({ terms, setter }: TermsProps) {
  return sayTerms(terms, useLocale(), setter);
}
