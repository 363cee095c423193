import { PanelRight } from "lucide-react";
import { PlainButton } from "@/components/ui/forms/plain-button";

export function WorkbenchButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <PlainButton
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex h-11 shrink-0 items-center gap-2 rounded-8 border border-line px-3 text-13 text-muted hover:bg-hover lg:-mt-1 lg:h-9"
    >
      <PanelRight aria-hidden className="size-4" />
      <span className="flex-1 text-left">Workbench</span>
      <kbd translate="no" className="hidden text-12 lg:inline">
        W
      </kbd>
    </PlainButton>
  );
}
