import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import type { RequestDetail } from "@/server/trpc/types";
import { LoggedBody } from "./logged-body";

/** Bodies of the request and response, without secrets. */
export function Bodies({ bodies }: Pick<RequestDetail, "bodies">) {
  if (!bodies || (bodies.requestBody === null && bodies.responseBody === null))
    return <NoBodies because={bodies?.unkeptBecause ?? null} />;
  const { requestBody, requestBytes, responseBody, responseBytes } = bodies;
  return (
    <section className="min-w-0">
      <SectionHead title="Bodies" />
      <div className="flex flex-col gap-4">
        {requestBody === null ? (
          <p className="text-14 text-muted">The request had no JSON body.</p>
        ) : (
          <LoggedBody label="Request body" body={requestBody} bytes={requestBytes} />
        )}
        {responseBody === null ? null : <LoggedBody label="Response body" body={responseBody} bytes={responseBytes} />}
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

type UnkeptBecause = NonNullable<RequestDetail["bodies"]>["unkeptBecause"];

const NO_BODIES = "No bodies are stored for this request.";

const WHY: Readonly<Record<NonNullable<UnkeptBecause>, string>> = {
  too_much: "The bodies of this request weren’t stored: they hold more secrets or text than can be redacted safely.",
  busy: "The bodies of this request weren’t stored: too many others were waiting to be stored.",
  erased: "The bodies of this request were deleted when a person’s data was erased.",
};

export function missingBodiesReason(because: UnkeptBecause): string {
  return because ? WHY[because] : NO_BODIES;
}

function NoBodies({ because }: { readonly because: UnkeptBecause }) {
  const place = usePlace();
  return (
    <section>
      <SectionHead title="Bodies" />
      <p className="text-14 text-muted">
        {because || place.environment === "test" ? (
          missingBodiesReason(because)
        ) : (
          <>
            {NO_BODIES} An owner or an admin can{" "}
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
