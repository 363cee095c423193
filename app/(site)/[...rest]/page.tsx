import { notFound } from "next/navigation";

/** An unknown address: "Page not found", where one can search. */
export default function Page(): never {
  notFound();
}
