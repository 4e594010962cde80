import { wholeNumber } from './env-fields.js';
import { setting } from './setting-doc.js';

/** The settings of the export and the deletion of companies. */
export const COMPANY_SETTINGS = {
  COMPANY_EXPORT_DAYS: wholeNumber(1, 90)
    .prefault('7')
    .meta(
      setting(
        'Companies',
        'Days for which the export of a company can be downloaded. Its files are deleted after that.',
      ),
    ),
  COMPANY_DELETION_DAYS: wholeNumber(1, 90)
    .prefault('14')
    .meta(
      setting(
        'Companies',
        'Days between the request to delete a company and its deletion, in which the company is read-only and an owner can withdraw the request.',
      ),
    ),
};
