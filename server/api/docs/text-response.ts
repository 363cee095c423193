const TYPES = { plain: "text/plain", markdown: "text/markdown", atom: "application/atom+xml" } as const;

export function textResponse(text: string, type: keyof typeof TYPES): Response {
  return new Response(text, {
    headers: { "Content-Type": `${TYPES[type]}; charset=utf-8`, "Cache-Control": "public, max-age=300" },
  });
}
