import { TriangleAlert } from "lucide-react";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { DeclineViews } from "./decline/decline-views";

export function Notices({ detail }: { readonly detail: AuthorizationDetail }) {
  const { report } = detail;
  return (
    <>
      {report && !report.resolvedAt ? (
        <section className="mb-6 rounded-8 bg-warn-fill p-4">
          <h2 className="flex items-center gap-2 text-14 text-warn">
            <TriangleAlert aria-hidden className="size-4.5" /> The member doesn’t recognize this payment
          </h2>
          <p className="mt-1 text-14">{report.note ? `“${report.note}”` : "No note."}</p>
        </section>
      ) : null}
      <DeclineViews detail={detail} />
    </>
  );
}
