import { Link } from "@/components/ui/navigation/link";
import { InlineCode } from "../docs/inline-code";

const PROOFS = [
  {
    title: "Books that prove themselves",
    text: "Every night, each balance, hold, and statement is recomputed from its entries. `npm run books:prove` does it while you watch.",
    href: "/docs/settlement#proof",
  },
  {
    title: "Webhooks that arrive",
    text: "Committed with the payment, signed, and tried seven times over 39 hours. A crash loses none.",
    href: "/docs/webhooks",
  },
  {
    title: "Payment codes",
    text: "Eight characters or a QR code, good for one sale up to a cap. No card number to steal.",
    href: "/docs/payment-codes",
  },
  {
    title: "Agreements",
    text: "The member approves once. The network enforces the cap and the interval, and revoking takes effect immediately.",
    href: "/docs/recurring",
  },
] as const;

/** Why to believe it: what is behind each is a page of the docs. */
export function Proofs() {
  return (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-6 border-t border-line py-6 sm:grid-cols-2 lg:grid-cols-4">
      {PROOFS.map(({ title, text, href }) => (
        <li key={title}>
          <h2 className="text-14">
            <Link href={href} className="hover:underline">
              {title}
            </Link>
          </h2>
          <p className="mt-1 text-14 text-pretty text-muted">
            <InlineCode text={text} />
          </p>
        </li>
      ))}
    </ul>
  );
}
