import { Skeleton, SkeletonRows } from "@/components/ui/feedback/states";

/** The shape of most of the wallet's pages, while one is on its way. */
export default function Loading() {
  return (
    <div className="flex max-w-[720px] flex-col gap-6">
      <Skeleton className="h-9 w-40" />
      <SkeletonRows rows={6} />
    </div>
  );
}
