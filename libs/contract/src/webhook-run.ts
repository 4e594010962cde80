import { z } from 'zod';
import { Id } from './common.js';
import { EventTypeName } from './event.js';

/** RecoverFailed: what failed or was cancelled is sent again. ReplayMissing: what was never on its way to the endpoint is sent now. */
export const RUN_KINDS = ['RecoverFailed', 'ReplayMissing'] as const;
export const RUN_STATUSES = ['Running', 'Paused', 'Cancelled', 'Completed'] as const;

/** Which of the messages a run is about; what is left out, it does not choose by. */
export const RunSelection = z.strictObject({
  eventTypes: z.array(EventTypeName).min(1).optional(),
  resourceId: Id.optional().meta({ description: 'Those of one record' }),
});
export type RunSelection = z.infer<typeof RunSelection>;
