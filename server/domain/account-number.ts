import { getCountrySpecifications, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { invalidField } from "./errors";

const COUNTRIES = getCountrySpecifications();

/** Without spaces, in capitals. */
export function plainAccountNumber(typed: string): string {
  return typed.replaceAll(/\s/g, "").toUpperCase();
}

/**
 * For a plain number. In a country of the IBAN registry (ISO 13616) only an IBAN will do, so that no typo turns its check off.
 * Throws `validation_error` for it, or for a country that isn't in ISO 3166-1.
 */
export function requireAccountNumber(accountNumber: string, country: string): void {
  const registered = COUNTRIES[country];
  if (!registered) throw invalidField("country", "isn’t a country of ISO 3166-1");
  const named = accountNumber.slice(0, 2);
  const isOfAnother = named !== country && validateIBAN(accountNumber).valid;
  if (isOfAnother) throw invalidField("country", `isn’t the IBAN’s, which is of ${named}`);
  if (!registered.IBANRegistry) return;
  if (named !== country)
    throw invalidField("accountNumber", `must be an IBAN of ${country}, so it begins with ${country}`);
  const { valid, errorCodes } = validateIBAN(accountNumber);
  if (valid) return;
  const isTooLongOrShort = errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength);
  const length = `has ${accountNumber.length} characters, where an IBAN of ${country} has ${registered.chars}`;
  throw invalidField("accountNumber", isTooLongOrShort ? length : "isn’t a valid IBAN: look for a typo");
}
