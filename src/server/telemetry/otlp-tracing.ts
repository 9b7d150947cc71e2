import type { IncomingHttpHeaders } from "node:http";
import {
  context,
  SpanKind as Kind,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from "@opentelemetry/sdk-trace-node";
import type { TracesConfig } from "../config/telemetry-config.ts";
import type { RequestRecord } from "./request-record.ts";
import type { RequestSpan, SpanAttributes, SpanKind, Tracing } from "./tracing.ts";

const KINDS = { internal: Kind.INTERNAL, client: Kind.CLIENT } as const satisfies Record<SpanKind, Kind>;

/**
 * Sends spans over OTLP. The packages of OpenTelemetry read addresses, headers, sampling and batching from the
 * environment variables of OpenTelemetry.
 * @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export async function startOtlpTracing({ protocol }: TracesConfig, version: string): Promise<Tracing> {
  const service = resourceFromAttributes({ "service.name": "omnidex", "service.version": version });
  const resource = defaultResource()
    .merge(service)
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor(await exporterOf(protocol));
  const provider = new NodeTracerProvider({ resource, spanProcessors: [processor] });
  provider.register();
  return new OtlpTracing(provider, provider.getTracer("omnidex", version));
}

/** Loads only the configured exporter, because the exporter for protocol buffers is much larger. */
async function exporterOf(protocol: TracesConfig["protocol"]): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter();
}

class OtlpTracing implements Tracing {
  constructor(
    private readonly provider: NodeTracerProvider,
    private readonly tracer: Tracer,
  ) {}

  /** @see https://www.w3.org/TR/trace-context/ */
  request(method: string, headers: IncomingHttpHeaders): RequestSpan {
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { "http.request.method": method };
    const span = this.tracer.startSpan(method, { kind: Kind.SERVER, attributes }, parent);
    const own = trace.setSpan(parent, span);
    return {
      traceId: span.spanContext().traceId,
      run: (work) => context.with(own, work),
      end: (record, status) => endRequest(span, record, status),
    };
  }

  span<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: () => T): T {
    return this.tracer.startActiveSpan(name, { kind: KINDS[kind], attributes }, (span) => {
      try {
        const result = work();
        if (!(result instanceof Promise)) {
          span.end();
          return result;
        }
        result.then(
          () => span.end(),
          (error: unknown) => fail(span, error),
        );
        return result;
      } catch (error) {
        fail(span, error);
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    // A missing collector must neither delay the shutdown nor fail it.
    await this.provider.shutdown().catch(() => {});
    trace.disable();
    context.disable();
    propagation.disable();
  }
}

/** Attribute names follow OpenTelemetry's semantic conventions where they define one. */
function endRequest(span: Span, record: RequestRecord, status: number | null): void {
  const { operation, name, code, cost, answeredBy, requestId } = record;
  if (operation !== null) span.updateName(operation);
  span.setAttribute("omnidex.request.id", requestId);
  if (name !== null) span.setAttribute("graphql.operation.name", name);
  if (status !== null) span.setAttribute("http.response.status_code", status);
  if (answeredBy !== null) span.setAttribute("omnidex.answered_by", answeredBy);
  if (cost !== null) span.setAttribute("omnidex.cost", cost);
  if (code !== null) span.setAttribute("error.type", code);
  if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Records no message, because it may contain a caller's text. */
function fail(span: Span, error: unknown): void {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  span.setAttribute("error.type", code ?? (error instanceof Error ? error.name : typeof error));
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
