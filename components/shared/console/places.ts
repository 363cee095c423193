import {
  Activity,
  AlarmClock,
  ArrowUpFromLine,
  BookCheck,
  Building2,
  ClipboardList,
  Cog,
  CreditCard,
  FileClock,
  FileDown,
  Gauge,
  Hourglass,
  KeyRound,
  Landmark,
  type LucideIcon,
  PiggyBank,
  Scale,
  ScrollText,
  ShieldCheck,
  Store,
  TicketCheck,
  TriangleAlert,
  UserCheck,
  Users,
  Webhook,
  Zap,
} from "lucide-react";
import { type Place, pathOf } from "./use-place";

interface ConsolePlace {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export interface PlaceGroup {
  /** Null: the first group, which has no heading. */
  readonly title: string | null;
  readonly places: readonly ConsolePlace[];
}

export function tenantPlaces(place: Place): PlaceGroup[] {
  const at = (page: string, label: string, icon: LucideIcon) => ({ href: pathOf(place, page), label, icon });
  return [
    { title: null, places: [at("", "Overview", Gauge)] },
    {
      title: "Payments",
      places: [
        at("authorizations", "Authorizations", CreditCard),
        at("payment-codes", "Payment codes", TicketCheck),
        at("charge-requests", "Charge requests", Hourglass),
        at("settlement", "Settlement", Landmark),
        at("disputes", "Disputes", TriangleAlert),
        at("floats", "Floats", PiggyBank),
        at("exports", "Exports", FileDown),
      ],
    },
    { title: "People", places: [at("merchants", "Merchants", Store), at("members", "Members", Users)] },
    {
      title: "Developers",
      places: [
        at("keys", "API keys", KeyRound),
        at("webhooks", "Webhooks", Webhook),
        at("events", "Events", Zap),
        at("logs", "Request log", ScrollText),
        at("tools/signature", "Signature debugger", ShieldCheck),
        // Only the sandbox has a clock that can be moved.
        ...(place.environment === "test" ? [at("clock", "Sandbox clock", AlarmClock)] : []),
      ],
    },
    {
      title: "Organization",
      places: [at("team", "Team", Users), at("audit", "Audit log", ClipboardList), at("settings", "Settings", Cog)],
    },
  ];
}

export function networkPlaces(): PlaceGroup[] {
  return [
    {
      title: null,
      places: [
        { href: "/network/overview", label: "Overview", icon: Gauge },
        { href: "/network", label: "Tenants", icon: Building2 },
        { href: "/network/merchants", label: "Merchants", icon: Store },
        { href: "/network/members", label: "Members", icon: Users },
        { href: "/network/logins", label: "Logins", icon: KeyRound },
      ],
    },
    {
      title: "Money",
      places: [
        { href: "/network/bank", label: "Bank", icon: PiggyBank },
        { href: "/network/settlement", label: "Settlement", icon: Landmark },
        { href: "/network/payouts", label: "Payouts", icon: ArrowUpFromLine },
        { href: "/network/approvals", label: "Approvals", icon: UserCheck },
        { href: "/network/reserves", label: "Reserves", icon: Scale },
        { href: "/network/books", label: "Books", icon: BookCheck },
      ],
    },
    {
      title: "Running",
      places: [
        { href: "/network/engine", label: "Engine", icon: Activity },
        { href: "/network/retention", label: "Retention", icon: Hourglass },
        { href: "/network/audit", label: "Audit log", icon: FileClock },
      ],
    },
  ];
}
