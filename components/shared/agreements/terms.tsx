"use client";

import { useLocale } from "@/components/ui/values/locale";
import type { AgreementTerms } from "@/server/contracts/agreement-terms";
import { formatTerms } from "@/server/contracts/format-terms";

interface TermsProps {
  readonly terms: AgreementTerms;
  /** For a pending request: the party that sets the terms the merchant left open. */
  readonly setter?: "you" | "the member";
}

export function Terms({ terms, setter }: TermsProps) {
  return formatTerms(terms, useLocale(), setter);
}
