import { en as account } from './account.en.js';
import { en as applications } from './applications.en.js';
import { en as auditDetails } from './audit-details.en.js';
import { en as audit } from './audit.en.js';
import { en as bulk } from './bulk.en.js';
import { en as clientImport } from './client-import.en.js';
import { en as clientLink } from './client-link.en.js';
import { en as companyData } from './company-data.en.js';
import { en as companyKeys } from './company-keys.en.js';
import { en as company } from './company.en.js';
import { en as conflict } from './conflict.en.js';
import { en as consent } from './consent.en.js';
import { en as creditNotes } from './credit-notes.en.js';
import { en as find } from './find.en.js';
import { en as keyPage } from './key-page.en.js';
import { en as mails } from './mails.en.js';
import { en as members } from './members.en.js';
import { en as requests } from './requests.en.js';
import { en as series } from './series.en.js';
import { en as taxRates } from './tax-rates.en.js';

/** The texts of pages that load them, in English. */
export const texts = {
  bulk,
  members,
  mails,
  taxRates,
  series,
  company,
  account,
  applications,
  audit,
  auditDetails,
  clientImport,
  clientLink,
  companyData,
  companyKeys,
  conflict,
  consent,
  creditNotes,
  find,
  keyPage,
  requests,
};

type OtherLaterTexts = Omit<typeof texts, 'account'>;

declare module 'i18next' {
  interface ResourceNamespaceMap extends OtherLaterTexts {
    account: typeof account;
  }
}
