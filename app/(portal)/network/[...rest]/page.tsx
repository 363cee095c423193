import { notFound } from "next/navigation";

/** An unknown address: "Page not found", inside the shell of its neighbors. */
export default function Page(): never {
  notFound();
}
