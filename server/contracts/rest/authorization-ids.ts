import { z } from "zod";
import { AuthorizationIdField, RecordIdField } from "../fields";

export const PathId = z.object({
  id: z.string().meta({ description: "7-digit authorizationId or 17-character recordId.", examples: ["4821907"] }),
});

export const exampleIds = { authorizationId: "4821907", recordId: "3Fq8rT2kZb7Wn4XsD" };

export const ids = { authorizationId: AuthorizationIdField, recordId: RecordIdField };
