import type { AttemptFailure } from '@billhook/contract/webhooks/attempt-error-words';
import type { ReadRunner, Statement } from '@billhook/db/statement';
import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { DisabledReason, EndpointStatus } from '@billhook/domain/webhooks/endpoint';
import {
  dueNotice,
  HEALTH_RULES,
  isDisablingDue,
  stepsAhead,
  type EndpointNotice,
  type LadderState,
  type NextStep,
} from '@billhook/domain/webhooks/endpoint-health';
import type { Logger } from '@billhook/platform/logger';
import { disableEndpoints } from './disable-endpoints.js';
import {
  CLIMBING,
  LAST_FAILURE_OF,
  LOCK_ENDPOINT,
  UNDELIVERED,
  WAITING,
  WRITE_NOTICE,
  LADDER_PAGE,
} from './endpoint-ladder.sql.js';
import type { LastFailureRow } from './last-failure.sql.js';

/** Limit of the count of waiting messages: a notice needs no higher number. */
export const WAITING_COUNTED = 10_000;

interface LadderRow extends LadderState {
  readonly endpointId: number;
  readonly companyId: number;
  readonly url: string;
  readonly description: string | null;
  readonly status: EndpointStatus;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  readonly now: Date;
}

/** The content of a notice about an endpoint. */
export interface EndpointNoticeContent {
  readonly endpointId: number;
  readonly companyId: number;
  readonly url: string;
  readonly description: string | null;
  readonly notice: EndpointNotice;
  /** The first failure since the last success; null if it works again. */
  readonly failingSince: Date | null;
  readonly disabledAt: Date | null;
  readonly lastFailure: AttemptFailure | null;
  /** Waiting messages, up to `WAITING_COUNTED`. */
  readonly waiting: number;
  /** The next step after this notice. */
  readonly stepsAhead: readonly NextStep[];
}

/** Writes the emails in the transaction of the step. */
export type NotifyOwners = (tx: Tx, content: EndpointNoticeContent) => Promise<void>;

/** Steps that need a minimum number of undelivered messages. */
const DISABLING: readonly EndpointNotice[] = ['DisablesIn48Hours', 'DisablesIn24Hours', 'Disabled'];

/** The state changed while the step was decided: the step is undone, and the next round decides again. */
class Moved extends Error {}

/**
 * Takes the steps of an endpoint that follow from time alone: warnings and disabling. Uses the database's clock, which is the same for all
 * workers. Each step and its emails are one transaction, which runs once with any number of workers, even if one dies.
 */
export class EndpointLadder {
  /** @param sendsEmail whether emails are sent: a warning without a recipient is postponed until there is one */
  constructor(
    private readonly db: ReadRunner,
    private readonly unitOfWork: UnitOfWork,
    private readonly sendsEmail: boolean,
    private readonly notify: NotifyOwners,
    private readonly logger: Logger,
  ) {}

  /** Takes the steps that are due. */
  async round(): Promise<void> {
    for (let last = 0; ;) {
      const rows = await this.db.query<LadderRow>({ name: 'ladder_climbing', text: CLIMBING, values: [last] });
      for (const row of rows) if (await this.#isDue(this.db, row)) await this.#take(row.endpointId);
      if (rows.length < LADDER_PAGE) return;
      last = rows.at(-1)?.endpointId ?? last;
    }
  }

  /** The next step; `Disabled` to disable the endpoint, if enough messages failed. */
  #stepOf(row: LadderRow): EndpointNotice | null {
    if (row.status === 'Disabled') {
      return this.sendsEmail && row.disabledReason === 'Gone' && row.notice !== 'Gone' ? 'Gone' : null;
    }
    if (isDisablingDue(row, row.now)) return 'Disabled';
    return this.sendsEmail ? dueNotice(row, row.now) : null;
  }

  async #take(endpointId: number): Promise<void> {
    try {
      await this.unitOfWork.run((tx) => this.#step(tx, endpointId));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }

  async #step(tx: Tx, endpointId: number): Promise<void> {
    const [row] = await tx.query<LadderRow>({ name: 'ladder_lock', text: LOCK_ENDPOINT, values: [endpointId] });
    // Another worker has it, or a person is editing it: the next round continues.
    if (!row) return;
    const notice = this.#stepOf(row);
    if (!notice || !(await this.#isDue(tx, row))) return;
    const disabledAt = notice === 'Disabled' ? await this.#disable(tx, row) : row.disabledAt;
    if (this.sendsEmail) await this.notify(tx, await this.#contentOf(tx, row, notice, disabledAt));
    // Last, because the engine writes the state as well and must not wait for the steps before.
    const written = await tx.query({
      name: 'ladder_write',
      text: WRITE_NOTICE,
      values: [endpointId, notice, row.failingSince, row.notice, row.noticeAt],
    });
    if (written.length === 0) throw new Moved('the endpoint state changed after the decision');
  }

  /** Whether to take a step. An endpoint with few messages is neither disabled nor warned of it. */
  async #isDue(runner: ReadRunner, row: LadderRow): Promise<boolean> {
    const step = this.#stepOf(row);
    if (!step || !DISABLING.includes(step)) return step !== null;
    return (await this.#undelivered(runner, row)) >= HEALTH_RULES.disabledAfterMessages;
  }

  async #undelivered(runner: ReadRunner, { endpointId, failingSince }: LadderRow): Promise<number> {
    return countOf(runner, {
      name: 'ladder_undelivered',
      text: UNDELIVERED,
      values: [endpointId, failingSince, HEALTH_RULES.disabledAfterMessages],
    });
  }

  async #disable(tx: Tx, { endpointId }: LadderRow): Promise<Date | null> {
    const [disabled] = await disableEndpoints(tx, [{ endpointId, url: null }], 'Failing');
    tx.afterCommit(() => this.logger.warn({ endpointId }, 'disabled an endpoint after five days of failures'));
    return disabled?.disabledAt ?? null;
  }

  async #contentOf(
    tx: Tx,
    row: LadderRow,
    notice: EndpointNotice,
    disabledAt: Date | null,
  ): Promise<EndpointNoticeContent> {
    const { endpointId, companyId, url, description, failingSince, now } = row;
    const [last] = await tx.query<{ failure: LastFailureRow | null }>({
      name: 'ladder_last_failure',
      text: LAST_FAILURE_OF,
      values: [endpointId],
    });

    const waiting = await countOf(tx, {
      name: 'ladder_waiting',
      text: WAITING,
      values: [endpointId, WAITING_COUNTED],
    });
    return {
      ...{ endpointId, companyId, url, description, notice, failingSince, disabledAt, waiting },
      lastFailure: last?.failure ?? null,
      stepsAhead: stepsAhead({ ...row, notice, noticeAt: now }, disabledAt ? { status: 'Disabled' } : row, now),
    };
  }
}

async function countOf(runner: ReadRunner, statement: Statement): Promise<number> {
  const [row] = await runner.query<{ count: number }>(statement);
  return row?.count ?? 0;
}
