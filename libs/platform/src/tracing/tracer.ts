export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A step of a trace that has begun. */
export interface Span {
  /** The W3C trace context that makes another span a child of this one. */
  readonly traceparent: string;
  /** @param error why the step failed: a code or a kind, never a text with data */
  end(attributes: SpanAttributes, error?: string): void;
}

/** The token for the injected tracer. */
export const TRACER = Symbol('tracer');

/** Begins spans. */
export interface Tracer {
  /**
   * @param parent the W3C trace context of the span above, of this or another process
   * @returns undefined without tracing
   */
  start(
    name: string,
    kind: 'server' | 'client' | 'internal',
    parent: string | undefined,
    attributes: SpanAttributes,
  ): Span | undefined;
  /** Sends the spans that ended. */
  close(): Promise<void>;
}

/** The tracer without an `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export const NO_TRACER: Tracer = { start: () => undefined, close: async () => undefined };
