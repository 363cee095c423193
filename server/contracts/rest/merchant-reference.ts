import { lineOfText } from "../fields";

export const MerchantReference = lineOfText(64).meta({
  description: "The merchant’s reference. Doesn’t have to be unique.",
});
