import { headers } from "next/headers";
import { Landing } from "@/components/landing/landing";

export default async function Page() {
  const sent = await headers();
  const scheme = sent.get("x-forwarded-proto")?.split(",")[0] ?? "http";
  return <Landing baseUrl={`${scheme}://${sent.get("host") ?? "localhost:3000"}`} />;
}
