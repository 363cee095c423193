"use client";

import { useLayoutEffect } from "react";

/**
 * Keeps a page in order that the browser translates. A translation takes React’s text nodes out of the page and puts `font`
 * elements in their place. React would then change text that nobody sees, and throw where it inserts before such a text or
 * takes it away. So each text goes back, empty, before its translation:
 * - React writes new text: the translation goes, and the browser translates the new text.
 * - React takes the text away: the translation goes with it.
 * - The browser takes the translation away, to show the original: the text gets its words back.
 *
 * Code isn't translated: names of fields and commands are the same in every language.
 */
export function TranslatedTexts() {
  // A layout effect, since a text that is translated between the commit and a later effect would stay unknown.
  useLayoutEffect(() => markTexts(document.body), []);
  return null;
}

interface Translated {
  readonly text: Text;
  readonly words: string;
  readonly translation: Element;
  readonly rewritten: MutationObserver;
}

function markCode(root: Node): void {
  if (!(root instanceof HTMLElement)) return;
  if (root.localName === "code") root.translate = false;
  for (const code of root.getElementsByTagName("code")) code.translate = false;
}

function markTexts(root: Node): () => void {
  markCode(root);
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
  const isNew = (node: Node | null): node is Element =>
    node instanceof Element && node.localName === "font" && node.isConnected && !known.has(node);
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
      addedNodes.forEach(markCode);
      for (const removed of removedNodes) {
        if (removed.isConnected) continue;
        const translated = known.get(removed);
        const translation = [...addedNodes, previousSibling, nextSibling].find(isNew);
        if (translated) {
          forget(translated);
          if (removed === translated.text) translated.translation.remove();
          else translated.text.data = translated.words;
        } else if (removed instanceof Text && translation) {
          keep(removed, translation);
        }
      }
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
