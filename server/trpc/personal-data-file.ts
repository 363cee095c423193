import { exportPerson } from "@/server/domain/personal-data";
import { MemberId } from "@/server/platform/noun-ids";
import { answerOperator, answerSignedIn, type FileParts } from "./file-answer";

type Asked = { readonly id: string; readonly environment: string | null } | null;

/** Everything held about a person, the caller or a member, as one JSON file. */
export function answerPersonalData(headers: Headers, asked: Asked): Promise<Response> {
  if (asked === null) return answerSignedIn(headers, async (user) => fileOf(await exportPerson(user)));
  const { id: memberId, environment } = asked;
  return answerOperator(headers, environment, async (operator) => {
    if (!MemberId.is(memberId) || operator.isShared) return null;
    return fileOf(await exportPerson({ operator, memberId }));
  });
}

function fileOf(parts: AsyncGenerator<string>): FileParts {
  return { name: "closed-loop-data.json", type: "application/json", parts };
}
