"use client";

import { ReloadLink } from "@/components/ui/navigation/reload-link";

const BODY = {
  colorScheme: "light dark",
  fontFamily: "system-ui",
  maxWidth: "35rem",
  margin: "6rem auto",
  padding: "1.5rem",
};

/** Replaces the whole document if no nearer boundary catches the error, so it brings its own styles. */
export default function GlobalError({ error }: { readonly error: Error & { readonly digest?: string } }) {
  const isAway = error.digest === "temporarily_unavailable";
  return (
    <html lang="en">
      <body style={BODY}>
        <title>Something went wrong · Closed Loop</title>
        <p>Closed Loop</p>
        <h1>Something went wrong</h1>
        <p>
          {isAway ? "We can’t reach our database. Wait a few seconds." : "This page can’t be shown."} <ReloadLink />, or{" "}
          <a href="/">go to the start page</a>.
        </p>
        {error.digest && !isAway ? <p>Request ID: {error.digest}</p> : null}
      </body>
    </html>
  );
}
