import { notFound } from "next/navigation";

/** An address that leads nowhere, within what stands around its neighbors. */
export default function Page(): never {
  notFound();
}
