import type { ReactNode } from "react";
import { Terms } from "@/components/shared/agreements/terms";
import { Money } from "@/components/shared/money/money";
import { Time } from "@/components/ui/values/time";
import type { ReceiptView } from "@/server/contracts/rest/receipts";
import styles from "./receipt.module.css";

interface LineProps {
  readonly label: string;
  readonly note?: ReactNode;
  readonly isSum?: boolean;
  readonly children: ReactNode;
}

function Line({ label, note, isSum = false, children }: LineProps) {
  return (
    <div className={isSum ? styles.sum : styles.line}>
      <dt>
        {label}
        {note ? <span className={styles.note}>{note}</span> : null}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Receipt({ receipt }: { readonly receipt: ReceiptView }) {
  const { currency } = receipt;
  return (
    <main className={styles.page}>
      <article className={styles.receipt}>
        {receipt.isTest ? <p className={styles.test}>Test data: no money moved</p> : null}
        <header className={styles.head}>
          <p className={styles.kind}>Receipt</p>
          <h1>{receipt.merchant}</h1>
          <p className={styles.total}>
            <Money amount={receipt.total} currency={currency} />
          </p>
          <p className={styles.status} data-status={receipt.status}>
            {receipt.status}
          </p>
        </header>
        <dl className={styles.lines}>
          <Line label="Paid" note={<Time at={receipt.paidAt} />}>
            <Money amount={receipt.paid} currency={currency} />
          </Line>
          {receipt.refunds.map((refund) => (
            <Line
              key={refund.refundId}
              label="Refunded"
              note={
                <>
                  <Time at={refund.createdAt} />, {refund.reason}
                </>
              }
            >
              <Money amount={-refund.amount} currency={currency} />
            </Line>
          ))}
          <Line label="Total" isSum>
            <Money amount={receipt.total} currency={currency} />
          </Line>
        </dl>
        <dl className={styles.facts}>
          <Line label="Paid with">{receipt.paidWith}</Line>
          {receipt.terms ? (
            <Line label="Terms">
              <Terms terms={receipt.terms} />
            </Line>
          ) : null}
          <Line label="Approval code">
            <code translate="no">{receipt.approvalCode}</code>
          </Line>
          <Line label="Authorization">
            <code translate="no">{receipt.authorizationId}</code>
          </Line>
          <Line label="Transaction">
            <code translate="no">{receipt.transactionId}</code>
          </Line>
          {receipt.merchantReference ? <Line label="Merchant’s reference">{receipt.merchantReference}</Line> : null}
        </dl>
      </article>
      <p className={styles.foot}>Closed Loop. For questions about the purchase, ask the merchant.</p>
    </main>
  );
}
