import { getPrisma } from "@/server/db/prisma";
import { newPanToken, newRecordId, type PanToken, type RecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";

const VALID_YEARS = 4;

/** Limits are minor units of the account's currency; an empty allow-list allows everything. */
export interface CardRules {
  readonly perTransactionLimitMinor?: bigint;
  readonly dailyAmountLimitMinor?: bigint;
  readonly dailyCountLimit?: number;
  readonly allowedMccs?: readonly string[];
  readonly allowedChannels?: readonly string[];
  readonly allowedModes?: readonly string[];
}

/** A card for the member whose account it draws on. The network never holds a card number: the panToken is all there is. */
export async function issueCard(
  caller: NetworkCaller,
  input: CardRules & {
    readonly accountId: RecordId;
    readonly panToken?: PanToken;
    /** First day on which the card no longer works; four years from today without it. */
    readonly expiresOn?: Date;
  },
): Promise<{ id: RecordId; panToken: PanToken }> {
  const { now, environment } = caller;
  const id = newRecordId(now);
  const panToken = input.panToken ?? newPanToken();
  const { memberId } = await getPrisma().account.findFirstOrThrow({
    where: { id: input.accountId, environment, kind: "member" },
  });
  if (!memberId) throw new Error("a member's account without its member");
  const inFourYears = new Date(Date.UTC(now.getUTCFullYear() + VALID_YEARS, now.getUTCMonth() + 1, 1));
  await getPrisma().card.create({
    data: {
      id,
      panToken,
      accountId: input.accountId,
      memberId,
      environment,
      expiresOn: input.expiresOn ?? inFourYears,
      perTransactionLimitMinor: input.perTransactionLimitMinor ?? null,
      dailyAmountLimitMinor: input.dailyAmountLimitMinor ?? null,
      dailyCountLimit: input.dailyCountLimit ?? null,
      allowedMccs: [...(input.allowedMccs ?? [])],
      allowedChannels: [...(input.allowedChannels ?? [])],
      allowedModes: [...(input.allowedModes ?? [])],
      usageDay: now,
      createdAt: now,
    },
  });
  return { id, panToken };
}
