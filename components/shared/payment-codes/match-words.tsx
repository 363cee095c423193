/** The till shows the same two words. They are large, because two people compare them across a counter. */
export function MatchWords({ words }: { readonly words: string }) {
  return (
    <div className="rounded-8 border border-line px-4 py-3">
      <p className="text-13 text-muted">The till shows the same two words</p>
      <p translate="no" className="text-28 font-semibold tracking-tight wrap-anywhere">
        {words}
      </p>
    </div>
  );
}
