/** A metric, as Prometheus shows it and as `docs/metrics.md` lists it. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Whether it has the label `cell` as well, with several cells. */
  readonly isOfCells?: boolean;
  /** The programs that expose it. `leader` is the one worker that counts rows of the database. */
  readonly from: readonly ('api' | 'worker' | 'leader')[];
  /** The upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[];
  /** Whether it comes with the library, about the process. */
  readonly isOfProcess?: boolean;
}

const REQUEST_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ATTEMPT_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
// From milliseconds to the last retry of the default schedule, which is three days later.
const DELIVERY_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600, 21_600, 86_400, 259_200];
const JOB_S = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

const API = ['api'] as const;
const WORKER = ['worker'] as const;
const LEADER = ['leader'] as const;
const BOTH = ['api', 'worker'] as const;

/** Every metric by its name. Labels have few values: never an id, an address or a name that a person chose. */
export const METRICS = {
  billhook_build_info: {
    type: 'gauge',
    help: 'Always 1, with the versions of Billhook and Node as labels.',
    labels: ['version', 'node'],
    from: BOTH,
  },
  billhook_http_requests_total: {
    type: 'counter',
    help: 'Requests, by route (its template, without ids) and status.',
    labels: ['method', 'route', 'status'],
    from: API,
  },
  billhook_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the arrival of a request to the end of its response.',
    labels: ['method', 'route'],
    from: API,
    buckets: REQUEST_S,
  },
  billhook_http_problems_total: {
    type: 'counter',
    help: 'Error responses, by the code of the problem.',
    labels: ['code'],
    from: API,
  },
  billhook_authentications_total: {
    type: 'counter',
    help: 'Checked credentials, by surface and outcome: `accepted`, or the code of the 401.',
    labels: ['surface', 'outcome'],
    from: API,
  },
  billhook_idempotent_requests_total: {
    type: 'counter',
    help: 'Requests with an `Idempotency-Key`: `performed`, `replayed` or `rejected`.',
    labels: ['outcome'],
    from: API,
  },
  billhook_request_log_rows_total: {
    type: 'counter',
    help: 'Requests of the request log: `stored`, or `dropped` because they could not be stored or a rejected caller sent too many.',
    labels: ['outcome'],
    from: API,
  },
  billhook_db_pool_connections: {
    type: 'gauge',
    help: 'Connections of the pool by state: `used` and `idle`; `waiting` are callers that wait for one.',
    labels: ['state'],
    from: BOTH,
  },
  billhook_replica_reads_total: {
    type: 'counter',
    help: 'Reads of lists, reports and exports with a `DATABASE_REPLICA_URL`: from the `replica`, or from the primary because the replica is `behind` (lacks a change of the company), is `unavailable` or has `failed`.',
    labels: ['outcome'],
    from: BOTH,
  },
  billhook_replica_lag_seconds: {
    type: 'gauge',
    help: 'How far the replica is behind the primary. Not exposed while it is not used.',
    labels: [],
    from: BOTH,
  },
  billhook_pdf_renderings_total: {
    type: 'counter',
    help: 'Renderings of PDFs: `rendered`, `failed`, or `rejected` because the queue is full or a limit was exceeded.',
    labels: ['outcome'],
    from: BOTH,
  },
  billhook_pdf_rendering_duration_seconds: {
    type: 'histogram',
    help: 'Time that a thread takes to render a PDF.',
    labels: [],
    from: BOTH,
    buckets: JOB_S,
  },
  billhook_mails_total: {
    type: 'counter',
    help: 'Attempts to send an email: `sent`, `deferred` (retried later) or `failed`.',
    labels: ['outcome'],
    from: WORKER,
  },
  billhook_imported_rows_total: {
    type: 'counter',
    help: 'Rows of imports, without dry runs: `created`, `existing` (imported before) or `rejected`.',
    labels: ['outcome'],
    from: WORKER,
  },
  billhook_job_rounds_total: {
    type: 'counter',
    help: 'Rounds of the jobs of the worker: `done` or `failed`.',
    labels: ['worker_job', 'outcome'],
    from: WORKER,
    isOfCells: true,
  },
  billhook_job_duration_seconds: {
    type: 'histogram',
    help: 'Duration of a round of a job.',
    labels: ['worker_job'],
    from: WORKER,
    buckets: JOB_S,
  },
  billhook_events_relayed_total: {
    type: 'counter',
    help: 'Events that the relay has numbered.',
    labels: [],
    from: WORKER,
  },
  billhook_relay_turns_total: {
    type: 'counter',
    help: 'Turns of the relay that numbered events. A `live` turn also sends them; a `general` turn handles every other case.',
    labels: ['path'],
    from: WORKER,
  },
  billhook_deliveries_created_total: {
    type: 'counter',
    help: 'Deliveries that the relay has created.',
    labels: [],
    from: WORKER,
  },
  billhook_delivery_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver a message, by outcome: `Succeeded`, or the kind of the error.',
    labels: ['outcome'],
    from: WORKER,
    isOfCells: true,
  },
  billhook_delivery_attempt_duration_seconds: {
    type: 'histogram',
    help: 'Duration of an attempt, from the name look-up to the last byte.',
    labels: [],
    from: WORKER,
    buckets: ATTEMPT_S,
  },
  billhook_delivery_latency_seconds: {
    type: 'histogram',
    help: 'Time from an event to its successful attempt, without resends and tests.',
    labels: [],
    from: WORKER,
    buckets: DELIVERY_S,
  },
  billhook_deliveries_in_flight: {
    type: 'gauge',
    help: 'Requests to receivers that wait for a response.',
    labels: [],
    from: WORKER,
  },
  billhook_outbox_oldest_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest event that the relay has not numbered; 0 if there is none.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_deliveries_due: {
    type: 'gauge',
    help: 'Deliveries that are due and wait for a place, counted up to 10,000.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_deliveries_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'How long the oldest due delivery has been due; 0 if there is none.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_workers: {
    type: 'gauge',
    help: 'Workers that send heartbeats.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_mails_due: {
    type: 'gauge',
    help: 'Emails that are due and not sent, counted up to 10,000.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_pdfs_waiting: {
    type: 'gauge',
    help: 'PDFs that the worker has to render, counted up to 10,000. Those that wait for a request count with `PDF_RENDER_AHEAD` only.',
    labels: [],
    from: LEADER,
    isOfCells: true,
  },
  billhook_scrape_errors_total: {
    type: 'counter',
    help: 'Values that could not be read for a scrape, such as rows of a database that does not respond.',
    labels: [],
    from: BOTH,
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'The 99th percentile of the lag of the event loop since the last scrape.',
    labels: [],
    from: BOTH,
    isOfProcess: true,
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'CPU time of the process.',
    labels: [],
    from: BOTH,
    isOfProcess: true,
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process.',
    labels: [],
    from: BOTH,
    isOfProcess: true,
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;
type NameOf<T extends MetricRow['type']> = {
  [N in MetricName]: (typeof METRICS)[N]['type'] extends T ? N : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;

/** The number of a cell, or `global`. With one cell, there is no such label. */
export interface CellLabel {
  readonly cell?: string;
}

/** A value for each label of a metric. */
export type LabelsOf<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>> &
  ((typeof METRICS)[N] extends { readonly isOfCells: true } ? CellLabel : unknown);
