import { z } from "zod";

export const SearchInput = z.object({ text: z.string().trim().min(1).max(128) });
