import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import type { RequestDetail } from "@/server/trpc/types";
import { KeptBody } from "./kept-body";

/** What was sent and what came back, without what is secret. */
export function Bodies({ bodies }: Pick<RequestDetail, "bodies">) {
  if (!bodies || (bodies.requestBody === null && bodies.responseBody === null)) return <NoBodies />;
  const { requestBody, requestBytes, responseBody, responseBytes } = bodies;
  return (
    <section className="min-w-0">
      <SectionHead title="Bodies" />
      <div className="flex flex-col gap-4">
        {requestBody === null ? (
          <p className="text-14 text-muted">The request had no JSON body.</p>
        ) : (
          <KeptBody label="Request body" body={requestBody} bytes={requestBytes} />
        )}
        {responseBody === null ? null : <KeptBody label="Response body" body={responseBody} bytes={responseBytes} />}
        <Redacted />
      </div>
    </section>
  );
}

function Redacted() {
  const isLive = usePlace().environment === "live";
  return (
    <p className="text-13 text-muted">
      Codes, PINs, tokens, and secrets are never stored.
      {isLive ? " In live, names, references, metadata, and other free text aren’t either." : null}
    </p>
  );
}

function NoBodies() {
  const place = usePlace();
  return (
    <section>
      <SectionHead title="Bodies" />
      <p className="text-14 text-muted">
        {place.environment === "test" ? (
          "No bodies are stored for this request."
        ) : (
          <>
            No bodies are stored for this request. An owner or an admin can{" "}
            <Link href={pathOf(place, "settings")} className="text-accent underline underline-offset-4">
              turn on storing live bodies
            </Link>
            .
          </>
        )}
      </p>
    </section>
  );
}
