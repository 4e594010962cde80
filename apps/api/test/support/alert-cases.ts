/** A series and its values, one per minute, in the notation of promtool. */
export type PromSeries = readonly [series: string, values: string];

export interface AlertCase {
  readonly series: readonly PromSeries[];
  /** The labels of the alert, besides those of its rule. */
  readonly labels?: Readonly<Record<string, string>>;
  /** How long the condition lasts, and how long its series continue without it; 60 each if unset. */
  readonly minutes?: number;
}

const MINUTES = 60;
/** Of a job that runs once an hour. */
const LONG = 480;

/** A gauge during the condition, and then. */
const level = (lasting: number, after = 0): string => `${lasting}+0x${MINUTES} ${after}+0x${MINUTES}`;

/** A counter by what is added per minute. */
const growth = (lasting: number, after = 0): string =>
  `0+${lasting}x${MINUTES} ${lasting * MINUTES}+${after}x${MINUTES}`;

/** The labels that Prometheus adds to what it reads from a program. */
const TARGETS = {
  api: { job: 'billhook-api', instance: 'api-1:9464' },
  worker: { job: 'billhook-worker', instance: 'worker-1:9464' },
};

/** A series as an installation with several cells has it. */
const inCell = (series: string, cell: number): string => series.replace('{', `{cell="${cell}",`);

/** The lines of a scrape of each program. */
export type Scrapes = Readonly<Record<keyof typeof TARGETS, readonly string[]>>;

const UP = (job: string, instance: string, values = level(1, 1)): PromSeries => [
  `up{job="${job}",instance="${instance}"}`,
  values,
];
const WORKERS = [UP('billhook-worker', 'worker-1:9464'), UP('billhook-worker', 'worker-2:9464')];
const RUNNING = [UP('billhook-api', 'api-1:9464'), ...WORKERS];

/**
 * The cases of each rule, from the samples of a real scrape: a metric, a label or a value that the programs do not expose is an error.
 * Most rules have one; those that compare two series also have one in which the other series does not exist.
 */
export function alertCases(scrapes: Scrapes): Readonly<Record<string, readonly AlertCase[]>> {
  /** The series of all samples with a name and labels, as Prometheus stores them. */
  function all(program: keyof Scrapes, name: string, ...labels: readonly string[]): string[] {
    const target = Object.entries(TARGETS[program]).map(([label, value]) => `${label}="${value}"`);
    const found = scrapes[program].flatMap((line) => {
      const [, metric, own = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      const parts = own === '' ? [] : own.split(/,(?=\w+=)/);
      const isMeant = metric === name && labels.every((label) => parts.includes(label));
      return isMeant ? [`${name}{${[...parts, ...target].join(',')}}`] : [];
    });
    if (found.length === 0) throw new Error(`The ${program} exposes no ${name}{${labels.join(',')}}.`);
    return found;
  }
  const one = (...of: Parameters<typeof all>): string => all(...of)[0] ?? '';
  const anyBucket = one('api', 'billhook_http_request_duration_seconds_bucket', 'le="+Inf"');
  const [route = ''] = /route="[^"]*"/.exec(anyBucket) ?? [];
  const buckets = all('api', 'billhook_http_request_duration_seconds_bucket', route);
  const isSlow = (series: string): boolean => /le="(5|10|\+Inf)"/.test(series);
  const requests = (status: string): string => one('api', 'billhook_http_requests_total', `status="${status}"`);
  const rounds = (outcome: string): string =>
    one('worker', 'billhook_job_rounds_total', 'worker_job="imports"', `outcome="${outcome}"`);
  const mails = (outcome: string): string => one('worker', 'billhook_mails_total', `outcome="${outcome}"`);
  const attempts = one('worker', 'billhook_delivery_attempts_total', 'outcome="Succeeded"');
  const due = one('worker', 'billhook_deliveries_due');
  const running = (...series: readonly PromSeries[]): AlertCase => ({ series: [...RUNNING, ...series] });

  return {
    BillhookProcessDown: [
      { series: [UP('billhook-api', 'api-1:9464', level(0, 1)), ...WORKERS], labels: TARGETS.api },
      {
        series: [RUNNING[0]!, UP('billhook-worker', 'worker-1:9464', level(0, 1)), WORKERS[1]!],
        labels: TARGETS.worker,
      },
    ],
    // The target is not listed: a process that is, and does not respond, is the case above as well.
    BillhookNoWorker: [
      {
        series: [RUNNING[0]!, UP('billhook-worker', 'worker-1:9464', `_x${MINUTES + 1} 1+0x${MINUTES}`)],
      },
    ],
    BillhookErrors: [running([requests('200'), growth(98, 100)], [requests('500'), growth(2)])],
    BillhookSlowRequests: [
      running(...buckets.map((each): PromSeries => [each, isSlow(each) ? growth(100, 100) : growth(98, 100)])),
    ],
    BillhookPoolExhausted: [
      {
        ...running([one('api', 'billhook_db_pool_connections', 'state="waiting"'), level(1)]),
        labels: { ...TARGETS.api, state: 'waiting' },
      },
    ],
    BillhookEventLoopLag: (['api', 'worker'] as const).map((program) => ({
      ...running([one(program, 'nodejs_eventloop_lag_p99_seconds'), level(0.3, 0.02)]),
      labels: TARGETS[program],
    })),
    BillhookOutboxStuck: [running([one('worker', 'billhook_outbox_oldest_age_seconds'), level(61)])],
    BillhookDeliveriesStuck: [
      running([due, level(1)], [attempts, growth(0, 1)]),
      // A worker that was restarted, and has not made an attempt since.
      running([due, level(1)]),
      // One of two cells: attempts in the other one do not hide it.
      {
        ...running(
          [inCell(due, 1), level(1)],
          [inCell(attempts, 1), growth(0, 1)],
          [inCell(attempts, 2), growth(1, 1)],
        ),
        labels: { cell: '1' },
      },
    ],
    BillhookDeliveryBacklog: [running([due, level(10_000)], [attempts, growth(100, 100)])],
    BillhookJobFailing: [
      { ...running([rounds('failed'), growth(1)], [rounds('done'), growth(1, 1)]), labels: { worker_job: 'imports' } },
    ],
    BillhookJobBroken: [
      {
        series: [
          ...[
            UP('billhook-api', 'api-1:9464', `1+0x${2 * LONG}`),
            UP('billhook-worker', 'worker-1:9464', `1+0x${2 * LONG}`),
          ],
          [rounds('failed'), [1, 2, 3, 4, 5, 6, 7, 8].map((count) => `${count}+0x59`).join(' ') + ` 8+0x${LONG}`],
          [rounds('done'), `5+0x${LONG} 6+1x${LONG}`],
        ],
        labels: { worker_job: 'imports' },
        minutes: LONG,
      },
    ],
    BillhookMailsFailing: [
      running([mails('deferred'), growth(1)], [mails('sent'), growth(0, 1)]),
      // The worker has sent none since its start.
      running([mails('deferred'), growth(1)], [mails('sent'), `_x${MINUTES + 1} 1+1x${MINUTES}`]),
      // One email, after 0, 1, 11 and 71 minutes.
      running([mails('deferred'), `1 2+0x9 3+0x59 4+0x${MINUTES}`], [mails('sent'), growth(0, 1)]),
    ],
    BillhookPdfsWaiting: [running([one('worker', 'billhook_pdfs_waiting'), level(51)])],
    BillhookGuessing: [
      running(
        [one('api', 'billhook_authentications_total', 'outcome="accepted"'), growth(6_000, 6_000)],
        [one('api', 'billhook_authentications_total', 'outcome="session_missing"'), growth(330)],
      ),
    ],
  };
}
