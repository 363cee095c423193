/** Keys of which a request is just writing down that they were used. */
const underWay = new Set<string>();

/** Marks a key as used, unless another request of the moment is at it: nobody waits for the row of a busy key. */
export async function markUse(keyId: string, mark: () => Promise<void>): Promise<void> {
  if (underWay.has(keyId)) return;
  underWay.add(keyId);
  try {
    await mark();
  } finally {
    underWay.delete(keyId);
  }
}
