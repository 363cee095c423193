// From the npm package merchant-category-codes 1.0.2 (github.com/vsashyn/merchant-category-codes), MIT License,
// Copyright (c) 2021 Sominemo, Oleksii Teslenko.
import categories from "./merchant-categories.json" with { type: "json" };

interface MerchantCategory {
  /** ISO 18245, four digits. */
  readonly mcc: string;
  readonly name: string;
}

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(categories));

/** Sorted, since an object puts codes without a leading zero first. */
const ALL: readonly MerchantCategory[] = [...NAMES]
  .map(([mcc, name]) => ({ mcc, name }))
  .sort((a, b) => a.mcc.localeCompare(b.mcc));

export function listMerchantCategories(): readonly MerchantCategory[] {
  return ALL;
}

export function isMerchantCategory(mcc: string): boolean {
  return NAMES.has(mcc);
}

export function nameOfCategory(mcc: string): string | null {
  return NAMES.get(mcc) ?? null;
}
