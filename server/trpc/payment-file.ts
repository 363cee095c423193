import { openPaymentFile } from "@/server/domain/payouts";
import { answerOperator } from "./file-answer";

interface Wanted {
  readonly id: string;
  readonly environment: string | null;
}

/** Nothing for a shared demo login: the file has account numbers. */
export function answerPaymentFile(headers: Headers, { id, environment }: Wanted): Promise<Response> {
  return answerOperator(headers, environment, async (operator) => {
    if (operator.isShared) return null;
    const { text, ...named } = await openPaymentFile(operator, { id });
    return { ...named, parts: once(text) };
  });
}

async function* once(text: string) {
  yield text;
}
