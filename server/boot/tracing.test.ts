import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { trace } from "@opentelemetry/api";
import { z } from "zod";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { sendRaw } from "@/server/testing/clients/raw-request";
import { withTestDatabase } from "@/server/testing/database";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { isTracingAsked, startTracing } from "./tracing";

withTestDatabase();

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])));
const Sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

test("traces are asked for by the standard settings, and by nothing else", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" };
  assert.equal(isTracingAsked({}), false);
  assert.equal(isTracingAsked({ OTEL_SERVICE_NAME: "x" }), false);
  assert.equal(isTracingAsked(endpoint), true);
  assert.equal(isTracingAsked({ OTEL_TRACES_EXPORTER: "console" }), true);
  assert.equal(isTracingAsked({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }), false);
  assert.equal(isTracingAsked({ ...endpoint, OTEL_SDK_DISABLED: "true" }), false);
});

test("a request is a span of its caller's trace, says what it came to, and is named in the answer", async () => {
  const bodies: string[] = [];
  const collector = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  Object.assign(process.env, settings);
  const tenant = await createTestTenant();
  try {
    const tracing = await startTracing();
    assert.equal(
      trace.getTracer("next.js").startSpan("GET /reset/[token]").isRecording(),
      false,
      "no one else has spans",
    );
    const headers = { ...credentialsOf(tenant), traceparent: `00-${TRACE}-${CALLER}-01` };
    const reply = await sendRaw({ path: "/v1/me", headers });
    const [, traceId, spanId] = reply.headers.get("traceparent")?.split("-") ?? [];
    await tracing?.stop();
    const [sent] = bodies.flatMap((body) => Sent.parse(JSON.parse(body)).resourceSpans);
    const span = sent?.scopeSpans[0]?.spans.find(({ name }) => name === "getTenantIdentity");
    assert.ok(span);
    assert.deepEqual([span.traceId, span.spanId, span.parentSpanId], [traceId, spanId, CALLER]);
    assert.equal(traceId, TRACE);
    assert.equal(sent?.resource.attributes["service.name"], "closed-loop");
    assert.equal(span.attributes["http.route"], "/v1/me");
    assert.equal(span.attributes["closed_loop.tenant_id"], tenant.id);
    assert.equal(span.attributes["closed_loop.request_id"], reply.headers.get("x-request-id"));
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
    collector.close();
    collector.closeAllConnections();
  }
  const { headers } = await sendRaw({ path: "/v1/me", headers: credentialsOf(tenant) });
  assert.equal(headers.get("traceparent"), null, "nothing is traced any more");
});
