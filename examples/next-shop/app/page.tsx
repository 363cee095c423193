import { randomUUID } from "node:crypto";
import { GOODS } from "../shop";

interface Props {
  readonly searchParams: Promise<{ readonly says?: string; readonly order?: string }>;
}

/** Each page has an order’s number, so that a form that is sent twice pays once; without an answer it can only be checked. */
export default async function Page({ searchParams }: Props) {
  const { says, order } = await searchParams;
  return (
    <main>
      <h1>Shop</h1>
      {says ? <p role="status">{says}</p> : null}
      {order ? (
        <form action="/checkout" method="post">
          <input type="hidden" name="order" value={order} />
          <input type="submit" value="Check" />
        </form>
      ) : (
        <Checkout />
      )}
    </main>
  );
}

function Checkout() {
  return (
    <form action="/checkout" method="post">
      <input type="hidden" name="order" value={randomUUID()} />
      <label>
        What{" "}
        <select name="good">
          {GOODS.map(({ id, name, price }) => (
            <option key={id} value={id}>
              {name}, {price.toFixed(2)}
            </option>
          ))}
        </select>
      </label>{" "}
      <label>
        Your payment code <input name="code" required autoComplete="off" />
      </label>{" "}
      <label>
        Its PIN, if it has one <input name="pin" autoComplete="off" />
      </label>{" "}
      <input type="submit" value="Pay" />
    </form>
  );
}
