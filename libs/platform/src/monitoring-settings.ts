import { z } from 'zod';
import { urlOf, wholeNumber } from './env-fields.js';
import { setting } from './setting-doc.js';

/** The settings for monitoring a process from outside. */
export const MONITORING_SETTINGS = {
  METRICS_PORT: wholeNumber(1, 65535)
    .optional()
    .meta(
      setting(
        'Monitoring',
        'The port on which this process serves its metrics for Prometheus, at /metrics. Without it, nothing is counted. Each process on a machine needs another one: the processes of API_PROCESSES use this port and the next higher ones, and with `npm start`, the worker uses the one after those.',
        '9464',
      ),
    ),
  METRICS_HOST: z
    .string()
    .prefault('127.0.0.1')
    .meta(
      setting(
        'Monitoring',
        'The address on which metrics are served. They require no credential, so keep them internal.',
      ),
    ),

  OPERATOR_PORT: wholeNumber(1, 65535)
    .optional()
    .meta(
      setting(
        'Monitoring',
        'The port on which a worker serves the operator page with its queue and jobs. If it is not set, the page is not served. Each worker on a machine needs a different port.',
        '9470',
      ),
    ),
  OPERATOR_HOST: z
    .string()
    .prefault('127.0.0.1')
    .meta(
      setting(
        'Monitoring',
        'The address on which the operator page is served. It is plain HTTP: outside this machine, put a proxy with TLS in front of it.',
      ),
    ),
  OPERATOR_PASSWORD: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .meta(
      setting('Monitoring', 'The password of the operator page; required with OPERATOR_PORT. The name is operator.'),
    ),

  OTEL_EXPORTER_OTLP_ENDPOINT: urlOf('http', 'https')
    .optional()
    .meta(
      setting(
        'Monitoring',
        'The OpenTelemetry collector that receives traces (OTLP over HTTP). Without it, nothing is traced. OTEL_EXPORTER_OTLP_HEADERS and the other variables of the exporter apply as well.',
        'http://localhost:4318',
      ),
    ),
  TRACES_PERCENT: wholeNumber(0, 100)
    .prefault('100')
    .meta(setting('Monitoring', 'Percent of the traces that are sent to the collector.')),
} as const;
