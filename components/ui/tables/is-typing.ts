/** True if keys are meant for a field, so shortcuts must ignore them. */
export function isTyping(target: EventTarget | null): boolean {
  const fields = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";
  return target instanceof HTMLElement && target.closest(fields) !== null;
}
