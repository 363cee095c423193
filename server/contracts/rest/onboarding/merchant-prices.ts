import { z } from "zod";
import { AmountOutput, CurrencyField, DateField, DateTimeField, RecordIdField } from "@/server/contracts/fields";
import { created, defineOperation } from "../operation";
import { MerchantPath } from "./fields";

const BasisPoints = z
  .number()
  .int()
  .min(0)
  .max(10_000)
  .meta({ description: "Hundredths of a percent of each payment.", examples: [140] });

const EffectiveOn = DateField.meta({ description: "The first day, UTC, on which captures are charged this price." });

export const MerchantPrice = z
  .strictObject({
    id: RecordIdField,
    currency: CurrencyField,
    basisPoints: BasisPoints,
    fixed: AmountOutput.meta({ description: "Charged once for each payment." }),
    effectiveOn: EffectiveOn,
    state: z.enum(["upcoming", "current", "past", "replaced"]).meta({
      description: "True if a later price for the same day replaced this one.",
    }),
    createdAt: DateTimeField,
  })
  .meta({ id: "MerchantPrice" });

const priceExample = {
  id: "3Fq8rTNk7Wb4Xc2Ye",
  currency: "USD",
  basisPoints: 140,
  fixed: 0.1,
  effectiveOn: "2027-01-01",
  state: "upcoming",
  createdAt: "2026-11-21T09:32:00.000Z",
} as const;

export const setMerchantPrice = defineOperation({
  id: "setMerchantPrice",
  tag: "Merchants",
  auth: "tenant",
  method: "POST",
  path: "/v1/merchants/{id}/prices",
  summary: "Set a merchant’s price",
  description:
    "Sets the price of payments in one currency from a given day on, charged as they settle: each capture pays the percentage in effect on its day, and the first capture also the fixed amount. A price for today applies from now on. The day can’t be in the past or have captures already. Earlier prices stay in effect until then.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        currency: CurrencyField,
        basisPoints: BasisPoints,
        fixed: z.number().min(0).max(9_999_999_999.99).optional().meta({
          description: "Charged once for each payment. Defaults to 0.",
        }),
        effectiveOn: EffectiveOn,
      })
      .meta({ id: "SetMerchantPrice" }),
    example: { currency: "USD", basisPoints: 140, fixed: 0.1, effectiveOn: "2027-01-01" },
  },
  responses: created("Set.", MerchantPrice, priceExample),
  errors: ["merchant_not_found", "not_permitted"],
});
