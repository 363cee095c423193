export function SkipToContent() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-8 bg-button px-4 py-2 text-14 font-medium text-white focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
