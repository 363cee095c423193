/** `empty`: a route of plain Next with a handler that does nothing. */
export function POST(): Response {
  return Response.json({});
}
