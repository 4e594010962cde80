import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { VERSION } from '../version.js';
import { withinTime } from '../within-time.js';
import type { Span, SpanAttributes, Tracer } from './tracer.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** How long a collector that does not respond may delay the end of the process. */
const CLOSE_MS = 2_000;

const EXPORT_EVERY_MS = 1_000;

/** `00-`, the id of the trace, that of the span, and flags (W3C Trace Context, level 1). */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends spans to a collector (OTLP over HTTP, as JSON). A collector that does not respond loses spans, and delays nothing. */
export class OpenTelemetryTracer implements Tracer {
  readonly #provider: TracerProvider;

  /**
   * @param service the name of the program in traces
   * @param share of the traces that are sent, from 0 to 1. It follows from the id, so all programs choose the same ones
   */
  constructor(endpoint: string, service: string, share: number) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({
          'service.name': service,
          'service.version': VERSION,
          // Of this process: several share the host.
          'service.instance.id': randomUUID(),
          'host.name': hostname(),
        }),
      ),
      sampler: new TraceIdRatioBasedSampler(share),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
    });
  }

  start(name: string, kind: keyof typeof KINDS, parent: string | undefined, attributes: SpanAttributes): Span {
    const tracer = this.#provider.getTracer('billhook');
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, contextOf(parent));
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      end: (results, error) => {
        span.setAttributes({ ...results });
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
        span.end();
      },
    };
  }

  async close(): Promise<void> {
    await withinTime(CLOSE_MS, this.#provider.shutdown()).catch(() => undefined);
  }
}

/** The context above a span. A value that is none begins another trace. */
function contextOf(parent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(parent ?? '') ?? [];
  const above = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(above) ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
}
