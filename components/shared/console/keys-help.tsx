"use client";

import { useEffect, useState } from "react";
import { Dialog, DialogBody } from "@/components/ui/feedback/dialog";
import { isTyping } from "@/components/ui/tables/is-typing";

const KEYS: readonly { readonly of: string; readonly keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    of: "Everywhere",
    keys: [
      ["⌘K or Ctrl K", "Search or jump to"],
      ["/", "Search this list"],
      ["?", "Show these keys"],
      ["Esc", "Close the open dialog or menu"],
    ],
  },
  {
    of: "In a list",
    keys: [
      ["j, k", "Next row, previous row"],
      ["Enter", "Open the row"],
      ["Space", "Preview the row"],
      ["x", "Select the row"],
      ["Shift x", "Select up to this row"],
    ],
  },
  {
    of: "In a day field",
    keys: [
      ["↑, ↓", "Next day, previous day"],
      ["Alt ↓", "Open the calendar"],
    ],
  },
];

export function KeysHelp() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.metaKey || event.ctrlKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Keyboard">
      <DialogBody>
        {KEYS.map(({ of, keys }) => (
          <section key={of}>
            <h3 className="mb-1 text-13 text-muted">{of}</h3>
            <dl className="grid grid-cols-[9rem_1fr] gap-y-1.5 text-14">
              {keys.map(([key, does]) => (
                <div key={key} className="contents">
                  <dt>
                    <kbd translate="no" className="rounded-4 border border-line bg-raised px-1.5 py-0.5 text-12">
                      {key}
                    </kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
