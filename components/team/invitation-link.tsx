import { ShownOnce } from "../ui/show-once";

/** What follows an invitation: its link, once. */
export function InvitationLink({ link, onDone }: { readonly link: string; readonly onDone: () => void }) {
  return (
    <ShownOnce values={[{ label: "Link", value: link }]} onDone={onDone}>
      It is on its way by e-mail. Here it is too, should the letter not arrive: it works once, for seven days, for
      whoever has it.
    </ShownOnce>
  );
}
