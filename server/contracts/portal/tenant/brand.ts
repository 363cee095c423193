import { z } from "zod";
import { HEX_COLOR } from "@/server/contracts/brand/color";
import { MAX_LOGO_BYTES } from "@/server/contracts/brand/looks";

export const AccentInput = z.object({
  accent: z.string().toLowerCase().regex(HEX_COLOR, "Enter a color like #1a7f37.").nullable(),
});

/** Base64. The use case detects the file type. */
export const LogoInput = z.object({
  logo: z
    .string()
    .min(1, "Choose a file.")
    .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4, "Use a file of at most 128 KB.")
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "Choose a file."),
});
