import { redactSecrets } from '@billhook/platform/redact-secrets';
import { BaseAdapter } from '@bull-board/api/dist/queueAdapters/base.js';
import type { JobCounts, JobStatus, QueueJob, QueueJobJson, Status } from '@bull-board/api/typings/app';
import type { JobRound, JobTimers } from '../jobs/job-timers.service.js';

const STATUSES: readonly JobStatus[] = ['active', 'delayed', 'failed'];

/** The server accepts reads only, so Bull Board does not get here. */
const changesNothing = (): Promise<never> => Promise.reject(new Error('The operator page changes nothing.'));

/** Shows the repeated jobs of this worker as jobs of Bull Board: running, waiting for their next round, or failed in the last one. */
export class JobTimersAdapter extends BaseAdapter {
  constructor(private readonly timers: JobTimers) {
    // As a queue of BullMQ, Bull Board would ask it for trees of jobs.
    super('bull', { readOnlyMode: true, description: 'Jobs that this worker repeats, with their last round.' });
  }

  getName = (): string => 'jobs of this worker';
  getStatuses = (): Status[] => ['latest', ...STATUSES];
  getJobStatuses = (): JobStatus[] => [...STATUSES];

  async getJobs(statuses: JobStatus[], start = 0, end = Number.POSITIVE_INFINITY): Promise<QueueJob[]> {
    const rounds = this.timers.lastRounds.filter((round) => statuses.includes(statusOf(round)));
    return rounds.slice(start, end + 1).map(jobOf);
  }

  async getJob(id: string): Promise<QueueJob | undefined> {
    return this.timers.lastRounds.filter(({ title }) => title === id).map(jobOf)[0];
  }

  async getJobCounts(): Promise<JobCounts> {
    const statuses = this.timers.lastRounds.map(statusOf);
    const count = (status: JobStatus): [string, number] => [status, statuses.filter((one) => one === status).length];
    return Object.fromEntries(STATUSES.map(count)) as JobCounts;
  }

  getJobLogs = () => Promise.resolve([]);
  getMetrics = () => Promise.resolve({ meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [], count: 0 });
  getRedisInfo = () => Promise.resolve(null);
  isPaused = () => Promise.resolve(false);
  getJobSchedulers = () => Promise.resolve([]);
  getJobSchedulersCount = () => Promise.resolve(0);
  getGlobalConcurrency = () => Promise.resolve(null);

  addJob = changesNothing;
  clean = changesNothing;
  empty = changesNothing;
  obliterate = changesNothing;
  pause = changesNothing;
  promoteAll = changesNothing;
  removeJobScheduler = changesNothing;
  resume = changesNothing;
  runJobSchedulerNow = changesNothing;
  setGlobalConcurrency = changesNothing;
  updateJobScheduler = changesNothing;
}

function statusOf({ endedAt, error }: JobRound): JobStatus {
  if (endedAt === undefined) return 'active';
  return error === undefined ? 'delayed' : 'failed';
}

function jobOf(round: JobRound): QueueJob {
  return {
    opts: {},
    toJSON: () => jsonOf(round),
    getState: () => Promise.resolve(statusOf(round)),
    promote: changesNothing,
    remove: changesNothing,
    retry: changesNothing,
  };
}

function jsonOf(round: JobRound): QueueJobJson {
  const { job, title, number, startedAt, endedAt } = round;
  return {
    id: title,
    name: title,
    data: { rounds: number, secondsBetweenRounds: job.every / 1_000 },
    timestamp: startedAt,
    processedOn: startedAt,
    finishedOn: endedAt ?? null,
    delay: job.every,
    attemptsMade: number,
    failedReason: round.error instanceof Error ? redactSecrets(round.error.message) : '',
    stacktrace: [],
    progress: 0,
    opts: {},
    returnvalue: null,
  };
}
