import type { MemberCaller, OperatorCaller, StaffCaller, UserCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { answerOnce, type IdempotencyClaim, meaningOf, scopeOf } from "@/server/domain/idempotency";
import type { RecordId } from "@/server/platform/ids";

interface Act<Outcome, Shown> {
  /** Procedure name. A key used with another procedure is refused. */
  readonly name: string;
  readonly input: { readonly key: string } & Readonly<Record<string, unknown>>;
  readonly work: (claim: IdempotencyClaim<Outcome>) => Promise<Outcome>;
  readonly present: (outcome: Outcome) => Shown;
}

/** A visitor who continues a run of the bench. The run's code identifies them. */
interface Visitor {
  readonly kind: "visitor";
  readonly codeId: RecordId;
}

/** A member's wallet is used by a person, whose user id it carries. */
type Actor = StaffCaller | (MemberCaller & Pick<UserCaller, "userId">) | OperatorCaller | Visitor;

/**
 * Runs portal work once, however often it is sent: under a key that the page created when its dialog opened, scoped to the
 * person and place. A repeat gets what was shown first; its `outcome` is null, and with it every secret that `present` left
 * out. Throws `idempotency_key_reused` for a key used with other input.
 */
export async function runOnce<Outcome, Shown>(
  caller: Actor,
  { name, input, work, present }: Act<Outcome, Shown>,
): Promise<{ readonly outcome: Outcome | null; readonly shown: Shown }> {
  const claim = {
    scope: scopeOf(caller),
    key: input.key,
    meaning: meaningOf({ operation: name, input }),
    spelled: null,
  };
  const answerTo = (outcome: Outcome) => {
    const body = JSON.stringify(present(outcome));
    return { status: 200, body, kept: { body, isEncrypted: false }, namedId: null };
  };
  let outcome: Outcome | null = null;
  const { answer, isReplay } = await answerOnce(claim, async () => {
    outcome = await work({ ...claim, answerTo });
    return answerTo(outcome);
  });
  return { outcome: isReplay ? null : outcome, shown: JSON.parse(answer.body) as Shown };
}

export async function actOnce<Outcome, Shown>(caller: Actor, act: Act<Outcome, Shown>): Promise<Shown> {
  return (await runOnce(caller, act)).shown;
}

/**
 * `runOnce` for results that are useless without their secret. A repeat throws `answer_not_kept`, because only the first
 * response ever contained it.
 */
export async function showOnce<Outcome, Shown>(
  caller: Actor,
  { present, ...act }: Act<Outcome, Shown>,
): Promise<Shown> {
  const { outcome } = await runOnce(caller, { ...act, present: () => null });
  if (outcome !== null) return present(outcome);
  const message = "This was already created, but the answer was lost. Revoke it in the list, then create another.";
  throw new DomainError("answer_not_kept", message);
}
