"use client";

import { LogOut, Monitor, Moon, Sun, UserCog } from "lucide-react";
import type { Command } from "@/components/ui/layout/commands";
import { applyTheme } from "@/components/ui/layout/theme";
import { useSignOut } from "../account/use-sign-out";

export function useOwnCommands(): Command[] {
  const signOut = useSignOut();
  return [
    { label: "Account and security", icon: UserCog, to: "/account" },
    { label: "Dark theme", icon: Moon, to: () => applyTheme("dark") },
    { label: "Light theme", icon: Sun, to: () => applyTheme("light") },
    { label: "System theme", icon: Monitor, to: () => applyTheme("system") },
    { label: "Sign out", icon: LogOut, to: () => void signOut() },
  ];
}
