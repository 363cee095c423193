import { z } from "zod";

/** What is typed to find a record: an id, a reference, the beginning of a name. */
export const SearchInput = z.object({ text: z.string().trim().min(1).max(128) });
