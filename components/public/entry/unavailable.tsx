import { classesOf } from "@/components/ui/forms/button-look";
import { ReloadLink } from "@/components/ui/navigation/reload-link";
import { EntryPage } from "./entry-page";

export function Unavailable() {
  return (
    <EntryPage title="We can’t reach our database" lead="Try again in a few seconds.">
      <ReloadLink className={classesOf({ look: "primary" })} />
    </EntryPage>
  );
}
