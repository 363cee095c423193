"use client";

import { type AgreementTerms, sayTerms } from "@/server/contracts/agreement-terms";
import { useLocale } from "../ui/locale";

interface TermsProps {
  readonly terms: AgreementTerms;
  /** Of a request that waits: who sets what the merchant left open. */
  readonly setter?: "you" | "the member";
}

/** Everything that binds the merchant, in one sentence. */
export function Terms({ terms, setter }: TermsProps) {
  return sayTerms(terms, useLocale(), setter);
}
