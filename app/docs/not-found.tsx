import { SiteNothingHere } from "@/components/public/site/nothing-here";

export default function NotFound() {
  return <SiteNothingHere />;
}
