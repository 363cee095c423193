/** `empty: plain Next`: a route that does nothing. */
export function POST(): Response {
  return Response.json({});
}
