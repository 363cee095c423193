import type { Login } from "@/server/domain/users";
import { presentDate } from "../shared/values";

export function presentLogin({ emailProvedAt, secondFactorSince, createdAt, devices, wallets, ...login }: Login) {
  return {
    ...login,
    emailProvedAt: presentDate(emailProvedAt),
    secondFactorSince: presentDate(secondFactorSince),
    devices: Number(devices),
    wallets: Number(wallets),
    createdAt: presentDate(createdAt),
  };
}
