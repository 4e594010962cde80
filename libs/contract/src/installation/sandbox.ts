import { MAX_SANDBOXES } from '@billhook/domain/shared/sandbox-limit';
import { z } from 'zod';
import { Id, Instant, oneLine } from '../shared/common.js';

const examples = z.boolean().default(false).meta({
  description:
    'Whether to create example records: clients, quotes and invoices in several states, payments and a credit note, with their events',
});

export const CreateSandbox = z
  .strictObject({
    name: oneLine(200)
      .optional()
      .meta({ description: 'The name of the sandbox; by default the name of the company and a number' }),
    examples,
  })
  .meta({ id: 'CreateSandbox', example: {} });
export type CreateSandbox = z.infer<typeof CreateSandbox>;

export const ResetSandbox = z
  .strictObject({ name: oneLine(200).meta({ description: 'The name of the sandbox, as a confirmation' }), examples })
  .meta({ id: 'ResetSandbox', example: { name: 'Studio Nord SAS Sandbox' } });
export type ResetSandbox = z.infer<typeof ResetSandbox>;

export const SandboxReset = z
  .object({ deletedRows: z.int().meta({ description: 'The rows that were deleted' }) })
  .meta({ id: 'SandboxReset' });
export type SandboxReset = z.infer<typeof SandboxReset>;

export const SandboxView = z
  .object({
    id: Id.meta({ description: 'The id of the sandbox, which is a company' }),
    name: z.string(),
    createdAt: Instant,
    deletesAt: Instant.nullable().meta({ description: 'When it is deleted; null without a request' }),
    memberId: Id.nullable().meta({ description: 'The id of the caller as its member; null before they open it' }),
  })
  .meta({ id: 'Sandbox' });
export type SandboxView = z.infer<typeof SandboxView>;

export const SandboxList = z
  .object({
    data: z.array(SandboxView).meta({ description: `At most ${MAX_SANDBOXES}, the oldest first` }),
  })
  .meta({ id: 'SandboxList' });
export type SandboxList = z.infer<typeof SandboxList>;
