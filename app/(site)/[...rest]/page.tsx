import type { Metadata } from "next";
import { notFound } from "next/navigation";

export const metadata: Metadata = { title: "Page not found" };

/** An unknown address: "Page not found", where one can search. */
export default function Page(): never {
  notFound();
}
