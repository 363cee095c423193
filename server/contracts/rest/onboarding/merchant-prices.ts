import { z } from "zod";
import { AmountOutput, DateField, DateTimeField, RecordIdField } from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { MerchantPath } from "./fields";

const Currency = z.string().regex(/^[A-Z]{3}$/);

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
    currency: Currency,
    basisPoints: BasisPoints,
    fixed: AmountOutput.meta({ description: "Charged once for each payment." }),
    effectiveOn: EffectiveOn,
    state: z.enum(["upcoming", "current", "past", "replaced"]).meta({
      description: "Replaced: another price was set later for the same day.",
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
    "From a day on, payments in this currency are charged this price as they settle: the percentage of the day of each capture, and once the fixed amount of the first. A price for today counts from now on. The day can’t be past or have captures already. Prices that were set before stay as they are.",
  idempotency: "required",
  params: MerchantPath,
  body: {
    schema: z
      .object({
        currency: Currency,
        basisPoints: BasisPoints,
        fixed: z.number().min(0).max(9_999_999_999.99).optional().meta({
          description: "Charged once for each payment. 0, or left out: nothing.",
        }),
        effectiveOn: EffectiveOn,
      })
      .meta({ id: "SetMerchantPrice" }),
    isOptional: false,
    example: { currency: "USD", basisPoints: 140, fixed: 0.1, effectiveOn: "2027-01-01" },
  },
  responses: {
    201: { description: "Set.", schema: MerchantPrice, example: priceExample },
    200: {
      description: "The earlier response for this Idempotency-Key.",
      schema: MerchantPrice,
      example: priceExample,
    },
  },
  errors: ["merchant_not_found", "not_permitted"],
});
