import { DomainError } from "../errors";
import type { Answer, ClaimName } from "./claim";
import { AnsweredError, findAnswer, isTwin, openAnswer } from "./find-answer";

/**
 * Runs the work, and if it is refused or loses to a twin, gives the answer this key already has, if it has one. Asking
 * afterwards is enough, and right also when the twin is still under way: the work of a repeat cannot commit, because
 * its idempotency row is part of its statement.
 */
export async function answerOnce(
  claim: ClaimName | null,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; isReplay: boolean }> {
  try {
    return { answer: await work(), isReplay: false };
  } catch (error) {
    // A caller who may not do it may not have its answer either, even another person's.
    const isRefused = error instanceof DomainError && error.code !== "not_permitted";
    const mayHaveAnswer = isRefused || isTwin(error);
    if (claim && error instanceof AnsweredError) return replayOf(await openAnswer(error.earlier, claim));
    const earlier = claim && mayHaveAnswer ? await findAnswer(claim) : null;
    if (!earlier) throw error;
    return replayOf(earlier);
  }
}

function replayOf(earlier: Answer) {
  return { answer: { ...earlier, status: 200 }, isReplay: true };
}
