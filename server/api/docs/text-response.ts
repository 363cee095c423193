export function textResponse(text: string, type: "plain" | "markdown"): Response {
  return new Response(text, {
    headers: { "Content-Type": `text/${type}; charset=utf-8`, "Cache-Control": "public, max-age=300" },
  });
}
