import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of a span that ends it: the tracer imports the settings of this folder. */
export interface StepSpan {
  end(attributes: object, error?: string): void;
}

/** The request that this code runs for. */
export interface CurrentRequest {
  readonly requestId: string;
  /** The W3C trace context of its span; undefined without tracing. */
  readonly traceparent: string | undefined;
  /** Begins a span below that of the request. */
  readonly startSpan?:
    | ((name: string, attributes: Readonly<Record<string, string>>) => StepSpan | undefined)
    | undefined;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

/** Runs work, and everything that it starts, for a request. */
export const runForRequest = <T>(request: CurrentRequest, work: () => T): T => storage.run(request, work);

/** Undefined outside a request, as in a job. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore();
