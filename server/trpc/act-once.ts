import type { MemberCaller, OperatorCaller, StaffCaller, UserCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { answerOnce, type IdempotencyClaim, meaningOf, scopeOf } from "@/server/domain/idempotency";
import type { RecordId } from "@/server/platform/ids";

interface Act<Outcome, Shown> {
  /** The procedure's name: a key that was used for another is refused. */
  readonly name: string;
  readonly input: { readonly key: string } & Readonly<Record<string, unknown>>;
  readonly work: (claim: IdempotencyClaim<Outcome>) => Promise<Outcome>;
  readonly present: (outcome: Outcome) => Shown;
}

/** Who goes on with a run of the bench: what the run's code is called stands for who made it. */
interface Visitor {
  readonly kind: "visitor";
  readonly codeId: RecordId;
}

/** A member is played by one of the people with its wallet. */
type Actor = StaffCaller | (MemberCaller & Pick<UserCaller, "userId">) | OperatorCaller | Visitor;

/**
 * Work of the portal done once however often it is sent: under a key that the page made when its dialog opened, in the
 * scope of the person and the place. A repeat gets what was shown first; its `outcome` is null, and with it every secret
 * that `present` left out. Throws `idempotency_key_reused` for a key that was used with another input.
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

/** `runOnce` where nothing is shown only once. */
export async function actOnce<Outcome, Shown>(caller: Actor, act: Act<Outcome, Shown>): Promise<Shown> {
  return (await runOnce(caller, act)).shown;
}

/**
 * `runOnce` for what is worth nothing without its secret. A repeat throws `answer_not_kept`: the first answer
 * had the secret, and nothing else ever has it.
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
