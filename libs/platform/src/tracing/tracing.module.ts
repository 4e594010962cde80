import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ENV, type Env } from '../env.js';
import { LOGGER, type Logger } from '../logger.js';
import { TRACER, NO_TRACER, type Tracer } from './tracer.js';

/** The tracer of a process. Without `OTEL_EXPORTER_OTLP_ENDPOINT`, the packages of OpenTelemetry are not loaded. */
@Global()
@Module({ providers: [{ provide: TRACER, inject: [ENV, LOGGER], useFactory: createTracer }], exports: [TRACER] })
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(TRACER) private readonly tracer: Tracer) {}

  onApplicationShutdown(): Promise<void> {
    return this.tracer.close();
  }
}

async function createTracer(env: Env, logger: Logger): Promise<Tracer> {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return NO_TRACER;
  const { OpenTelemetryTracer } = await import('./opentelemetry-tracer.js');
  const { name = 'process' } = logger.bindings() as { readonly name?: string };
  const service = `billhook-${name}`;
  return new OpenTelemetryTracer(env.OTEL_EXPORTER_OTLP_ENDPOINT, service, env.TRACES_PERCENT / 100);
}
