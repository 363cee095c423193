import styles from "./money.module.css";

/** An amount by its currency: tabular, with a true minus. */
export function Money({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const text = new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
  return <span className={styles.money}>{text.replace("-", "−")}</span>;
}
