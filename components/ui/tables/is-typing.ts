/** Whether keys are meant for a field: then they do nothing else. */
export function isTyping(target: EventTarget | null): boolean {
  const fields = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";
  return target instanceof HTMLElement && target.closest(fields) !== null;
}
