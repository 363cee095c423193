import type { ExceedingCharge } from "@/server/domain/recurring";

/** What a charge ends in that its member is asked about: nothing is recorded of it as a payment. */
export class AskMember extends Error {
  override readonly name = "AskMember";

  constructor(readonly charge: ExceedingCharge) {
    super("the member is asked about this charge");
  }
}
