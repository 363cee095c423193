import { CODE_INCREMENT_RULES, CODE_RULES } from "@/server/domain/payment-codes";
import { ASKED_CHARGE_RULES, CHARGE_RULES } from "@/server/domain/recurring";
import { ALLOWANCE_RULE } from "../rescue/allowance";
import { CARD_RULES, TEST_CARD_RULE } from "./decide";

const NAMES: ReadonlyMap<string, string> = new Map(
  [
    TEST_CARD_RULE,
    ...CARD_RULES,
    ...CODE_RULES,
    ...CODE_INCREMENT_RULES,
    ...CHARGE_RULES,
    ...ASKED_CHARGE_RULES,
    ALLOWANCE_RULE,
  ].map(({ id, name }) => [id, name]),
);

export function nameOfRule(id: string): string {
  return NAMES.get(id) ?? id;
}
