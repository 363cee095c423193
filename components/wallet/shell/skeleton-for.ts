import type { Coming } from "@/components/ui/navigation/page-content";

const TITLES: Readonly<Record<string, string>> = {
  codes: "Codes",
  agreements: "Agreements",
  activity: "Activity",
  cards: "Cards",
  settings: "Settings",
  spending: "Spending",
  payouts: "Payouts",
  statements: "Statements",
  "add-money": "Add money",
};

export function skeletonFor(path: string): Coming {
  const [, wing, page, about] = path.split("/");
  if (wing !== "wallet") return { shape: "form", title: null };
  if (page === undefined) return { shape: "home", title: null };
  if (about !== undefined) return { shape: "record", title: null };
  return { shape: page === "settings" || page === "add-money" ? "form" : "list", title: TITLES[page] ?? null };
}
