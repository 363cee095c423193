import type { toast as Say } from "sonner";

type Shown = typeof Say;

let begin: (say: Shown) => void = () => undefined;
const shown = new Promise<Shown>((resolve) => {
  begin = resolve;
});

/** `<Toasts>` calls it once it can show toasts. */
export function showToasts(say: Shown): void {
  begin(say);
}

type Words = Parameters<Shown["success"]>;

/** Shows a toast. Toasts that are requested before the library has loaded are shown then. */
export const toast = Object.assign((...words: Words) => void shown.then((say) => say(...words)), {
  success: (...words: Words) => void shown.then((say) => say.success(...words)),
  loading: (...words: Words) => void shown.then((say) => say.loading(...words)),
  error: (...words: Words) => void shown.then((say) => say.error(...words)),
});
