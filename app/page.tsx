import { Landing } from "@/components/public/landing/landing";
import { readLanding } from "@/server/api/docs/read-landing";

export default async function Page() {
  return <Landing facts={await readLanding()} />;
}
