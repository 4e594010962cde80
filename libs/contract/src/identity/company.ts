import { PLANS } from '@billhook/domain/identity/company';
import { isTimeZone } from '@billhook/domain/shared/calendar';
import { z } from 'zod';
import {
  Address,
  AddressView,
  Bic,
  CalendarDate,
  CalendarDateView,
  Currency,
  Email,
  Iban,
  Id,
  oneLine,
  LegalId,
  SchemeValueView,
  text,
  VatNumber,
} from '../shared/common.js';

const TAX_NUMBER = 'The tax number of the country, like a Steuernummer or codice fiscale (BT-32)';

export const CompanyView = z
  .object({
    id: Id,
    name: z.string(),
    plan: z.enum(PLANS),
    timeZone: z.string(),
    currency: z.string(),
    address: AddressView.nullable(),
    legalId: SchemeValueView.nullable(),
    vatNumber: z.string().nullable(),
    taxNumber: z.string().nullable().meta({ description: TAX_NUMBER }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
    legalNotice: z.string().nullable().meta({ description: 'Printed at the foot of each page' }),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    lockedUntil: CalendarDateView.nullable().meta({
      description: 'The lock date: nothing is issued, paid or written off on or before this day',
    }),
  })
  .meta({ id: 'Company' });
export type CompanyView = z.infer<typeof CompanyView>;

/** The seller of an issued document, as the company was at the time of issue. */
export const SellerSnapshot = CompanyView.omit({ plan: true, lockedUntil: true }).meta({ id: 'Seller' });
export type SellerSnapshot = z.infer<typeof SellerSnapshot>;

export const UpdateCompany = z
  .strictObject({
    name: oneLine(200).optional(),
    timeZone: z.string().refine(isTimeZone, 'must be an IANA time zone, like Europe/Paris').optional(),
    currency: Currency.optional(),
    address: Address.nullish(),
    legalId: LegalId.nullish(),
    vatNumber: VatNumber.nullish(),
    taxNumber: oneLine(40).nullish(),
    email: Email.nullish(),
    phone: oneLine(40).nullish(),
    website: oneLine(200).nullish(),
    legalNotice: text(500).nullish(),
    iban: Iban.nullish(),
    bic: Bic.nullish(),
    lockedUntil: CalendarDate.nullish(),
  })
  .meta({ id: 'UpdateCompany', example: { timeZone: 'Europe/Paris' } });
export type UpdateCompany = z.infer<typeof UpdateCompany>;
