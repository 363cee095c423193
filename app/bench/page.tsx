import type { Metadata } from "next";
import { BenchPage } from "@/components/public/bench/bench-page";
import { readBench } from "@/server/api/docs/read-landing";

export const metadata: Metadata = {
  title: "Bench",
  description:
    "A till and a phone side by side: hold, capture, void, and refund for real, in test money, and share the run.",
};

export default async function Page() {
  return <BenchPage {...(await readBench())} />;
}
