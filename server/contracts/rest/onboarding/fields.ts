import { z } from "zod";
import { MAX_NAME } from "@/server/contracts/choices";
import { lineOfText, lineWithInk, MerchantIdField, RecordIdField } from "@/server/contracts/fields";

export const ExternalIdInput = lineOfText(64).meta({
  description: "Your own id for the record, unique among records of its kind.",
  examples: ["canteen-7"],
});

export const ExternalIdOutput = z.string().nullable().meta({ description: "Your own id for the record." });

export const NameInput = lineWithInk(MAX_NAME);

export const IdInPath = (what: string, example: string) =>
  RecordIdField.meta({ description: what, examples: [example] });

export const MerchantPath = z.object({
  id: MerchantIdField.meta({ description: "Id of the merchant.", examples: ["3Fq8rTMc5Yz2Nb8Wd"] }),
});

/** Where money goes. */
export const bankAccountShape = {
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .meta({ description: "ISO 3166-1, two letters.", examples: ["DE"] }),
  accountNumber: z
    .string()
    .regex(
      /^[0-9A-Za-z](?: ?[0-9A-Za-z]){5,33}$/,
      "must be an IBAN or an account number, such as DE89370400440532013000",
    )
    .meta({ description: "An IBAN where the country uses them, otherwise a local account number." }),
  bankCode: z
    .string()
    .regex(/^[0-9A-Za-z]{3,11}$/)
    .optional()
    .meta({ description: "BIC or routing number. An IBAN needs none.", examples: ["COBADEFFXXX"] }),
};
