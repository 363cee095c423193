import categories from "merchant-category-codes/without_groups/mcc-en.json" with { type: "json" };

interface MerchantCategory {
  /** ISO 18245: four digits. */
  readonly mcc: string;
  readonly name: string;
}

const ALL: readonly MerchantCategory[] = categories.map(({ mcc, fullDescription }) => ({
  mcc,
  name: fullDescription.trim(),
}));

/** What a merchant may be, by code. */
export function listMerchantCategories(): readonly MerchantCategory[] {
  return ALL;
}

const NAMES = new Map(ALL.map(({ mcc, name }) => [mcc, name]));

export function isMerchantCategory(mcc: string): boolean {
  return NAMES.has(mcc);
}

/** Null: no merchant can be that. */
export function nameOfCategory(mcc: string): string | null {
  return NAMES.get(mcc) ?? null;
}
