import { CodeBlock } from "../ui/code-block";
import styles from "./landing.module.css";

const CARDS = [
  ["TESTcardApproved1", "approved"],
  ["TESTcardLowFunds1", "51 insufficient funds over 25.00"],
  ["TESTcardExpired01", "54 expired"],
  ["TESTcardRestrict1", "62 restricted"],
  ["TESTcardOverLimit", "61 over 10.00"],
  ["TESTcardVelocity1", "65 after three a day"],
  ["TESTcardClosed001", "14 closed"],
] as const;

function curl(baseUrl: string): string {
  return `curl ${baseUrl}/v1/authorizations \\
  -H 'X-API-Key: pk_test_closedloop_sandbox' \\
  -H 'Authorization: Bearer sk_test_closedloop_sandbox_public_secret' \\
  -H "Idempotency-Key: $(date +%s)" \\
  -H 'Content-Type: application/json' \\
  -d '{"panToken":"TESTcardApproved1","amount":12.50}'`;
}

const ANSWER = `{
  "status": "approved",
  "authorizationId": "4821907",
  "recordId": "3Fq8rT2kZb7Wn4XsD",
  "amount": 12.5,
  "approvalCode": "083415",
  "expires": "2026-11-28T09:30:00.000Z"
}`;

/** The product on one screen. */
export function Landing({ baseUrl }: { readonly baseUrl: string }) {
  return (
    <main className={styles.page}>
      <header className={styles.intro}>
        <p className={styles.name}>Closed Loop</p>
        <h1>One payment network, acquirer and issuer in one place</h1>
        <p>
          Authorize a card, capture what was held, increment it, void or refund it. Every cent is in a double-entry
          ledger that proves itself.
        </p>
      </header>
      <div className={styles.columns}>
        <section>
          <h2>Your first authorization</h2>
          <CodeBlock label="Request">{curl(baseUrl)}</CodeBlock>
          <div className={styles.answer}>
            <CodeBlock label="Answer">{ANSWER}</CodeBlock>
          </div>
        </section>
        <section>
          <h2>Sandbox cards</h2>
          <table className={styles.table}>
            <tbody>
              {CARDS.map(([panToken, answer]) => (
                <tr key={panToken}>
                  <th scope="row">{panToken}</th>
                  <td>{answer}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ul className={styles.links}>
            <li>
              <a href="/openapi/v1.json">OpenAPI description of /v1</a>
            </li>
            <li>
              <a href="/v1/health">Health</a>
            </li>
          </ul>
        </section>
      </div>
    </main>
  );
}
