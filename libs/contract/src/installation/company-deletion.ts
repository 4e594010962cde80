import { COUNTED_RESOURCES, resourceProperty, type ResourceProperty } from '@billhook/domain/shared/resources';
import { z } from 'zod';
import { Instant, oneLine } from '../shared/common.js';

export const RequestCompanyDeletion = z
  .strictObject({ name: oneLine(200).meta({ description: 'The name of the company, as a confirmation' }) })
  .meta({ id: 'RequestCompanyDeletion', example: { name: 'Studio Nord SAS' } });
export type RequestCompanyDeletion = z.infer<typeof RequestCompanyDeletion>;

type CountedProperty = ResourceProperty<(typeof COUNTED_RESOURCES)[number]>;

const COUNT_SHAPE = Object.fromEntries(COUNTED_RESOURCES.map((name) => [resourceProperty(name), z.int()])) as Record<
  CountedProperty,
  z.ZodInt
>;

export const CompanyDeletionView = z
  .object({
    requestedAt: Instant.nullable().meta({ description: 'Null if no deletion is requested' }),
    requestedBy: z.string().nullable(),
    deletesAt: Instant.nullable().meta({ description: 'When the deletion starts; until then it can be withdrawn' }),
    graceDays: z.int().meta({ description: 'The days between a request and the deletion' }),
    counts: z.object(COUNT_SHAPE).meta({ description: 'What is deleted' }),
  })
  .meta({ id: 'CompanyDeletion' });
export type CompanyDeletionView = z.infer<typeof CompanyDeletionView>;
