import { ChevronRight } from "lucide-react";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { sayDetails } from "./say-details";

interface MerchantDetailsProps {
  readonly answer: NonNullable<AuthorizationDetail["views"]>["merchant"];
}

export function MerchantDetails({ answer }: MerchantDetailsProps) {
  const details = sayDetails(answer.details);
  return (
    <>
      {details.length > 0 ? (
        <dl className="mt-1">
          {details.map(({ name, value, isMoment }) => (
            <div key={name} className="flex flex-wrap gap-x-1">
              <dt>{name}:</dt>
              <dd className="font-medium">{isMoment ? <Time at={value} as="seconds" /> : value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 text-13 font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" /> Show the answer
        </summary>
        <pre className="mt-1 font-mono text-12 break-words whitespace-pre-wrap">{JSON.stringify(answer, null, 2)}</pre>
      </details>
    </>
  );
}
