import { MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import { oneOf, recordId, searchOf } from '../../shared/workspace/list-search.js';

/** The filters of the list of emails in the address. */
export const mailSearch = searchOf({
  status: oneOf(MAIL_STATUSES),
  resource: oneOf(MAIL_RESOURCES),
  recordId,
});
