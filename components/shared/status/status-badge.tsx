import {
  Ban,
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  FlaskConical,
  Hourglass,
  LoaderCircle,
  Lock,
  type LucideIcon,
  Moon,
  RotateCcw,
  Snowflake,
  TimerOff,
} from "lucide-react";
import { Badge, type Tone } from "@/components/ui/feedback/badge";

/** How each of the API's words looks. The word itself is shown as the API says it. */
const LOOKS: Readonly<Record<string, readonly [Tone, LucideIcon]>> = {
  "Authorization Approved": ["accent", Clock],
  "Authorization Captured": ["good", CircleCheck],
  "Authorization Partially Captured": ["accent", Clock],
  "Authorization Partially Reversed": ["neutral", RotateCcw],
  "Authorization Partially Refunded": ["neutral", RotateCcw],
  "Authorization Reversed": ["neutral", RotateCcw],
  "Authorization Expired": ["neutral", TimerOff],
  "Authorization Declined": ["bad", CircleX],
  "Code Active": ["good", CircleCheck],
  "Code Used": ["neutral", CircleCheck],
  "Code Locked": ["bad", Lock],
  "Code Expired": ["neutral", TimerOff],
  "Code Revoked": ["neutral", Ban],
  PendingApproval: ["warn", Hourglass],
  Active: ["good", CircleCheck],
  Denied: ["neutral", CircleX],
  Expired: ["neutral", TimerOff],
  Revoked: ["neutral", Ban],
  active: ["good", CircleCheck],
  closed: ["neutral", Ban],
  expired: ["neutral", TimerOff],
  frozen: ["accent", Snowflake],
  suspended: ["bad", Ban],
  paused: ["warn", CirclePause],
  revoked: ["neutral", Ban],
  "Webhook Pending": ["neutral", Clock],
  "Webhook Delivered": ["good", CircleCheck],
  "Webhook Failed": ["warn", RotateCcw],
  "Webhook Retry Exhausted": ["bad", CircleX],
  asked: ["warn", Hourglass],
  approved: ["good", CircleCheck],
  sandbox: ["neutral", FlaskConical],
  waiting: ["neutral", Clock],
  running: ["accent", LoaderCircle],
  retrying: ["warn", RotateCcw],
  sleeping: ["neutral", Moon],
  failed: ["bad", CircleX],
  completed: ["good", CircleCheck],
  cancelled: ["neutral", Ban],
};

/** The first word names the noun that the page already names: `Captured`, not `Authorization Captured`. */
export function StatusBadge({ status, isShort = false }: { readonly status: string; readonly isShort?: boolean }) {
  const [tone, icon] = LOOKS[status] ?? (["neutral", Clock] as const);
  return (
    <Badge tone={tone} icon={icon}>
      {isShort ? status.replace(/^(Authorization|Code|Webhook) /, "") : status}
    </Badge>
  );
}
