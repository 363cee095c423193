import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "./errors";
import { growing } from "./fields";

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** The body of every error (contract 7). */
export const ErrorBody = z
  .object({
    error: z.object({
      code: growing(errorCodes, { description: "Stable error code for programs." }),
      message: z.string().meta({ description: "What went wrong, for people." }),
      field: z.string().nullable().meta({ description: "The first invalid field, if any." }),
      details: z
        .record(z.string(), z.unknown())
        .meta({ description: "More about the error. The keys depend on the code." }),
    }),
  })
  .meta({ id: "ErrorAnswer" });

export type ErrorBody = z.infer<typeof ErrorBody>;
