import type { Translation } from '@billhook/ui/texts/translation';
import { fr as account } from './account.fr.js';
import { fr as applications } from './applications.fr.js';
import { fr as auditDetails } from './audit-details.fr.js';
import { fr as audit } from './audit.fr.js';
import { fr as bulk } from './bulk.fr.js';
import { fr as clientImport } from './client-import.fr.js';
import { fr as clientLink } from './client-link.fr.js';
import { fr as companyData } from './company-data.fr.js';
import { fr as companyKeys } from './company-keys.fr.js';
import { fr as company } from './company.fr.js';
import { fr as conflict } from './conflict.fr.js';
import { fr as consent } from './consent.fr.js';
import { fr as creditNotes } from './credit-notes.fr.js';
import { fr as find } from './find.fr.js';
import { fr as keyPage } from './key-page.fr.js';
import type { texts as english } from './later-texts.en.js';
import { fr as mails } from './mails.fr.js';
import { fr as members } from './members.fr.js';
import { fr as requests } from './requests.fr.js';
import { fr as series } from './series.fr.js';
import { fr as taxRates } from './tax-rates.fr.js';

/** The texts of pages that load them, in French. */
export const texts: Translation<typeof english> = {
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
