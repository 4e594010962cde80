import { propertyTitles } from '@billhook/domain/shared/resource-words';
import { COUNTED_RESOURCES } from '@billhook/domain/shared/resources';

/** Texts of the export and the deletion of the company. `company-data.fr.ts` has the same keys. */
export const en = {
  lead: 'Export all data of the company as files, or delete the company.',
  leadSandbox: 'Export all data of the sandbox as files, advance its time, reset it, or delete it.',
  export: {
    title: 'Export',
    lead: 'A ZIP file with all clients, documents, payments, timelines, events, emails, members and audit entries as JSON, the PDFs of issued documents, and the SHA-256 of every file. It contains no passwords and no secrets.',
    email: 'You receive an email when it is ready.',
    request: 'Export company',
    requestSandbox: 'Export sandbox',
    requested: 'Requested',
    progress: 'Progress',
    file: 'File',
    starting: 'Starting…',
    running: '{{done}} of {{total}} records',
    records_one: '{{done}} record',
    records_other: '{{done}} records',
    missing_one: 'Incomplete: {{number}} PDF is missing. README.txt in the file names it with the reason.',
    missing_other: 'Incomplete: {{number}} PDFs are missing. README.txt in the file names them with the reasons.',
    download: 'Download',
    until: 'Until {{day}}',
    expired: 'Expired',
    failed: 'Failed. Request another export. If it fails again, ask the operator of this installation.',
  },
  clock: {
    title: 'Time',
    lead: 'A sandbox has its own time, which you can advance to see what happens later. It never goes back.',
    now: 'Time in this sandbox:',
    open: 'Advance time…',
    progress: 'Progress of the advance',
    running: 'Advancing to {{to}}. Everything up to {{reached}} has happened.',
    completed: 'Advanced from {{from}} to {{to}}.',
    failed: 'The time was not advanced to {{to}}. Everything up to {{reached}} has happened. Advance it again.',
    done: {
      overdueInvoices_one: '{{number}} invoice became overdue',
      overdueInvoices_other: '{{number}} invoices became overdue',
      dueDeliveries_one: '{{number}} delivery became due',
      dueDeliveries_other: '{{number}} deliveries became due',
      keyWarnings_one: '{{number}} warning about the expiry of a key',
      keyWarnings_other: '{{number}} warnings about the expiry of keys',
    },
    dialogTitle: 'Advance the time of this sandbox',
    effect:
      'Everything that is due until then happens in its order: invoices become overdue, quotes and keys expire, and waiting deliveries are sent.',
    time: 'New time',
    zone: 'Time zone: {{zone}}',
    day: '+1 day',
    month: '+1 month',
    confirm: 'Advance time',
  },
  reset: {
    title: 'Reset',
    lead: 'Deletes all records of the sandbox. Numbers begin again. Members, API keys, webhook endpoints, settings and the audit log remain.',
    open: 'Reset sandbox…',
    dialogTitle: 'Reset {{company}}?',
    effect:
      'All clients, documents, payments, emails, events and deliveries are deleted permanently. Numbers begin again.',
    examples: 'Create example records afterwards',
    confirm: 'Reset sandbox',
    done: 'The sandbox was reset',
  },
  deletion: {
    title: 'Deletion',
    lead_zero: 'The deletion of a sandbox starts immediately and cannot be withdrawn.',
    lead_one:
      'The deletion starts {{count}} day after the request. Until then, the company is read-only, and an owner can withdraw the request.',
    lead_other:
      'The deletion starts {{count}} days after the request. Until then, the company is read-only, and an owner can withdraw the request.',
    ownersOnly: 'Only a member with the role Owner can delete the company.',
    open: 'Delete company…',
    requested: 'The company will be deleted on {{at}}. Until then, it is read-only.',
    withdraw: 'Withdraw request',
    withdrawn: 'Request withdrawn',
    dialogTitle: 'Delete {{company}}?',
    effect_zero:
      'The following data is deleted permanently now, with all webhooks, emails, PDFs and the audit log of the sandbox.',
    effect_one:
      'The company is read-only immediately, for members and API keys. After {{count}} day, the following data is deleted permanently, with all webhooks, emails, PDFs and the audit log.',
    effect_other:
      'The company is read-only immediately, for members and API keys. After {{count}} days, the following data is deleted permanently, with all webhooks, emails, PDFs and the audit log.',
    sandbox: {
      ownersOnly: 'Only a member with the role Owner can delete the sandbox.',
      open: 'Delete sandbox…',
      requested: 'The sandbox will be deleted on {{at}}. Until then, it is read-only.',
      confirm: 'Delete sandbox',
    },
    counts: propertyTitles(COUNTED_RESOURCES, 'en'),
    exportFirst:
      'Export the company first if you must retain its documents. Most countries require companies to retain invoices for several years.',
    type: 'Type “{{company}}” to confirm',
    confirm: 'Delete company',
  },
};
