import { PAGE_OWNER_PARAM, type PageOwner, readPageOwner } from "@/server/contracts/portal/shared/page-owner";

interface NamedFile {
  readonly name: string;
  readonly type: string;
}

export function ownerOfFile(headers: Headers): PageOwner | null {
  const address = headers.get("x-closed-loop-address") ?? "/";
  return readPageOwner(new URL(address, "http://localhost").searchParams.get(PAGE_OWNER_PARAM));
}

export function answerFile({ name, type }: NamedFile, parts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
