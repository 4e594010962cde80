import { z } from 'zod';
import { UpdateCompany } from '../identity/company.js';
import { Locale } from '../identity/member.js';
import { Currency } from '../shared/common.js';
import { Address, Email } from '../shared/party.js';

const { name, timeZone } = UpdateCompany.shape;

/** The first company of an installation, and the address of its owner. */
export const SetUpInstallation = z
  .strictObject({
    token: z.string().min(1).max(200).meta({ description: 'The token of the set-up link in the log of the API' }),
    company: name.unwrap(),
    email: Email,
    country: Address.shape.country.optional(),
    timeZone: timeZone.unwrap(),
    currency: Currency,
    locale: Locale,
  })
  .meta({ id: 'SetUpInstallation' });
export type SetUpInstallation = z.infer<typeof SetUpInstallation>;

export const InstallationSetUp = z
  .object({ url: z.string().meta({ description: 'The page on which the owner chooses a name and a password' }) })
  .meta({ id: 'InstallationSetUp' });
export type InstallationSetUp = z.infer<typeof InstallationSetUp>;
