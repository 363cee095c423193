import styles from "./code-block.module.css";

/** Text to copy. Scrolls by itself where it is wider than the page, also by keyboard. */
export function CodeBlock({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className={styles.block}>
      <pre style={{ margin: 0 }}>
        <code>{children}</code>
      </pre>
    </section>
  );
}
