import { Ban, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Badge } from "@/components/ui/feedback/badge";

export function StatusCode({ status }: { readonly status: number }) {
  if (status >= 500) {
    return (
      <Badge tone="bad" icon={CircleX}>
        {status}
      </Badge>
    );
  }
  if (status === 429) {
    return (
      <Badge tone="warn" icon={Ban}>
        {status}
      </Badge>
    );
  }
  return (
    <Badge tone={status >= 400 ? "warn" : "good"} icon={status >= 400 ? TriangleAlert : CircleCheck}>
      {status}
    </Badge>
  );
}
