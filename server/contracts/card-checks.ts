export const ENTRY_MODES = {
  "01": "Card present",
  "02": "Card not present",
  "03": "Recurring",
  "04": "Token",
  "05": "Mail or phone order",
} as const;

export const AVS_RESULTS = {
  Y: "Street and postal code matched",
  A: "Street matched, postal code did not",
  Z: "Postal code matched, street did not",
  N: "Address did not match",
  U: "Address not available",
} as const;

export const CVV_RESULTS = {
  M: "Security code matched",
  N: "Security code did not match",
  P: "Security code not checked",
  U: "Issuer can’t check the security code",
  X: "No answer about the security code",
} as const;
