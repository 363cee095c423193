import { SiteNothingHere } from "@/components/public/site/nothing-here";

export default function NotFound() {
  return (
    <main className="mx-auto max-w-[90rem] px-4 py-16 sm:py-24 lg:px-8">
      <SiteNothingHere />
    </main>
  );
}
