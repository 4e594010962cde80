import { ADVANCE_STATUSES, MOST_YEARS_AHEAD } from '@billhook/domain/shared/sandbox-clock';
import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { Moment } from '../shared/list-query.js';

export const AdvanceClock = z
  .strictObject({
    advanceTo: Moment.meta({
      description: `The time at which the clock is to be: after the present time of the sandbox, and at most ${MOST_YEARS_AHEAD} years ahead of the real time`,
    }),
  })
  .meta({ id: 'AdvanceClock', example: { advanceTo: '2026-12-31T09:00:00.000Z' } });
export type AdvanceClock = z.infer<typeof AdvanceClock>;

const AdvanceResults = z
  .object({
    overdueInvoices: z.int().meta({ description: 'Invoices that became overdue' }),
    keyWarnings: z.int().meta({ description: 'Keys whose owners were warned of their expiry' }),
    dueDeliveries: z.int().meta({ description: 'Deliveries and retries that became due' }),
  })
  .meta({ id: 'AdvanceResults' });

export const SandboxAdvanceView = z
  .object({
    id: Id.meta({ description: 'The id of the advance' }),
    status: z.enum(ADVANCE_STATUSES).meta({
      description:
        'Running: the clock is moving. Completed: it has reached `to`. Failed: it could not, and stays at `reached`',
    }),
    from: Instant.meta({ description: 'The time of the sandbox when it was requested' }),
    to: Instant.meta({ description: 'The requested time' }),
    reached: Instant.meta({ description: 'The time up to which everything that was due has happened' }),
    done: AdvanceResults.meta({ description: 'What has happened so far' }),
    requestedBy: z.string().meta({ description: 'A description of the caller who requested it' }),
    createdAt: Instant.meta({ description: 'When it was requested, in real time' }),
    completedAt: Instant.nullable().meta({ description: 'When it ended, in real time; null before that' }),
  })
  .meta({ id: 'SandboxAdvance' });
export type SandboxAdvanceView = z.infer<typeof SandboxAdvanceView>;

export const SandboxClockView = z
  .object({
    now: Instant.meta({ description: 'The present time of the sandbox' }),
    realTime: Instant.meta({ description: 'The present time outside the sandbox' }),
    advance: SandboxAdvanceView.nullable().meta({
      description: 'The last advance of the clock; null before the first',
    }),
  })
  .meta({ id: 'SandboxClock' });
export type SandboxClockView = z.infer<typeof SandboxClockView>;
