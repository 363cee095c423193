import type { ReactNode } from "react";
import styles from "./notice.module.css";

/** A page that has one thing to say. */
export function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={styles.notice}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
