import { PageHydrated } from "./page-hydrated";

/** The event that the window gets once the page is hydrated. */
const HYDRATED = "closed-loop-hydrated";

/**
 * Keeps a page in order that the browser translates. A translation takes React’s text nodes out of the page and puts `font`
 * elements in their place. React would then change text that nobody sees, and throw where it inserts before such a text or
 * takes it away. So each text goes back, empty, before its translation:
 * - React writes new text: the translation goes, and the browser translates the new text.
 * - React takes the text away: the translation goes with it.
 * - The browser takes the translation away, to show the original: the text gets its words back.
 *
 * React hydrates only what the server sent, so until then each translation waits beside the page, and its text stays.
 *
 * Code isn't translated: names of fields and commands are the same in every language.
 */
export function TranslatedTexts({ nonce }: { readonly nonce: string | undefined }) {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is the function below */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: MARK }} />
      <PageHydrated event={HYDRATED} />
    </>
  );
}

/** Runs before the rest of the page, as the browser's translation may. */
const MARK = `(${markTexts.toString()})("${HYDRATED}")`;

interface Translated {
  readonly text: Text;
  readonly words: string;
  readonly translation: Element;
  readonly rewritten: MutationObserver;
}

interface Held extends Pick<Translated, "text" | "translation"> {
  readonly parent: HTMLElement;
}

function markTexts(hydrated: string): void {
  /** A page whose scripts don't come is shown in translation all the same. */
  const LATEST_MS = 10_000;
  const markCode = (root: Node) => {
    if (!(root instanceof HTMLElement)) return;
    if (root.localName === "code") root.translate = false;
    for (const code of root.getElementsByTagName("code")) code.translate = false;
  };
  /** Null: the page is hydrated. */
  let waiting: Held[] | null = [];
  const known = new WeakMap<Node, Translated>();
  const forget = ({ text, translation, rewritten }: Translated) => {
    rewritten.disconnect();
    known.delete(text);
    known.delete(translation);
  };
  const keep = (text: Text, translation: Element) => {
    const words = text.data;
    text.data = "";
    translation.before(text);
    const rewritten = new MutationObserver(() => {
      forget(translated);
      translation.remove();
    });
    rewritten.observe(text, { characterData: true });
    const translated = { text, words, translation, rewritten };
    known.set(text, translated);
    known.set(translation, translated);
  };
  const hold = (text: Text, translation: Element) => {
    translation.replaceWith(text);
    const parent = text.parentElement;
    if (!parent) return;
    // Otherwise the browser would translate it again, and again.
    parent.translate = false;
    waiting?.push({ text, translation, parent });
  };
  const release = () => {
    const held = waiting ?? [];
    waiting = null;
    for (const { parent } of held) parent.removeAttribute("translate");
    markCode(document.body);
    for (const { text, translation, parent } of held) {
      if (text.parentElement !== parent || parent.closest("[translate=no]")) continue;
      text.after(translation);
      keep(text, translation);
    }
  };
  const isNew = (node: Node | null): node is Element =>
    node instanceof Element && node.localName === "font" && node.isConnected && !known.has(node);
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      if (!waiting) addedNodes.forEach(markCode);
      for (const removed of removedNodes) {
        if (removed.isConnected) continue;
        const translated = known.get(removed);
        const translation = [...addedNodes, previousSibling, nextSibling].find(isNew);
        if (translated) {
          forget(translated);
          if (removed === translated.text) translated.translation.remove();
          else translated.text.data = translated.words;
        } else if (removed instanceof Text && translation) {
          if (waiting) hold(removed, translation);
          else keep(removed, translation);
        }
      }
    }
  });
  observer.observe(document.body, { childList: true, subtree: true });
  addEventListener(hydrated, release, { once: true });
  setTimeout(() => waiting && release(), LATEST_MS);
}
