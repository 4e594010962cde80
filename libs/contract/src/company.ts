import { isTimeZone } from '@billhook/domain/calendar';
import { PLANS } from '@billhook/domain/company';
import { z } from 'zod';
import { Address, Currency, Id, SchemeValue, text } from './common.js';

export const CompanyView = z
  .object({
    id: Id,
    name: z.string(),
    plan: z.enum(PLANS),
    timeZone: z.string(),
    currency: z.string(),
    address: Address.nullable(),
    legalId: SchemeValue.nullable(),
    vatNumber: z.string().nullable(),
  })
  .meta({ id: 'Company' });
export type CompanyView = z.infer<typeof CompanyView>;

export const UpdateCompany = z
  .strictObject({
    name: text(200).optional(),
    timeZone: z.string().refine(isTimeZone, 'takes an IANA time zone, like Europe/Paris').optional(),
    currency: Currency.optional(),
    address: Address.nullish(),
    legalId: SchemeValue.nullish(),
    vatNumber: text(20).nullish(),
  })
  .meta({ id: 'UpdateCompany', example: { timeZone: 'Europe/Paris' } });
export type UpdateCompany = z.infer<typeof UpdateCompany>;
