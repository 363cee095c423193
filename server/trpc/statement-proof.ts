import { proveStatement } from "@/server/domain/books";
import { answerStaff } from "./file-answer";

interface Wanted {
  readonly tenant: string;
  readonly environment: string;
  readonly id: string;
}

export function answerStatementProof(headers: Headers, { id, ...place }: Wanted): Promise<Response> {
  return answerStaff(headers, place, async (staff) => {
    const { batch, parts } = await proveStatement(staff, id);
    const name = `settlement-${batch.settledDay.toISOString().slice(0, 10)}-${batch.id}.proof.jsonl`;
    return { name, type: "application/jsonl", parts };
  });
}
