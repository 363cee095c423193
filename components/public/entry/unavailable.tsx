import { classesOf } from "@/components/ui/forms/button-look";
import { EntryPage } from "./entry-page";

/** In place of a page that can't be read now. Reloads everything: nothing on this page is worth keeping. */
export function Unavailable() {
  return (
    <EntryPage title="We can’t reach our database" lead="Try again in a few seconds. Nothing was changed.">
      {/* biome-ignore lint/a11y/useValidAnchor: the very same address, query and all, without a script */}
      <a href="" className={classesOf({ look: "primary" })}>
        Try again
      </a>
    </EntryPage>
  );
}
