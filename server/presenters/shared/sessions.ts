import { looksOf } from "@/server/contracts/brand/looks";
import type { Session, SignedIn } from "@/server/domain/users";
import { presentDate } from "./values";

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

export function presentDevice(userAgent: string | null): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(BROWSERS) ?? "A browser";
  const system = find(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}

export function presentSession({ id, isCurrent, userAgent, address, createdAt, lastSeenAt }: Session) {
  return {
    id,
    isCurrent,
    device: presentDevice(userAgent),
    isPhone: /iPhone|Android/.test(userAgent ?? ""),
    address,
    createdAt: presentDate(createdAt),
    lastSeenAt: presentDate(lastSeenAt),
  };
}

export function presentSignedIn({
  email,
  name,
  isShared,
  isEmailProved,
  hasSecondFactor,
  needsSecondFactor,
  roles,
  chosenMemberId,
}: SignedIn) {
  const members = roles.flatMap((role) => {
    if (role.kind !== "member") return [];
    const { memberId, memberName, tenantId, tenantTitle, environment, clockAheadMs } = role;
    return [{ memberId, memberName, tenantTitle, environment, clockAheadMs, looks: looksOf(tenantId, role.brand) }];
  });
  const member = members.find(({ memberId }) => memberId === chosenMemberId) ?? members[0] ?? null;
  const tenants = roles.flatMap((role) =>
    role.kind === "tenant" ? [{ slug: role.tenantSlug, title: role.tenantTitle, role: role.role }] : [],
  );
  return {
    email,
    name,
    isShared,
    isEmailProved,
    hasSecondFactor,
    needsSecondFactor,
    member,
    members,
    tenants,
    isOperator: roles.some(({ kind }) => kind === "network_operator"),
  };
}
