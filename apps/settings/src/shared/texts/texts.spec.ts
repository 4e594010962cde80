import { readdirSync } from 'node:fs';
import { translationFaults } from '@billhook/ui/texts/compare-texts';
import { describe, expect, it } from '@jest/globals';
import { en as accountEn } from './account.en.js';
import { fr as accountFr } from './account.fr.js';
import { en as auditDetailsEn } from './audit-details.en.js';
import { fr as auditDetailsFr } from './audit-details.fr.js';
import { en as auditEn } from './audit.en.js';
import { fr as auditFr } from './audit.fr.js';
import { en as clientsEn } from './clients.en.js';
import { fr as clientsFr } from './clients.fr.js';
import { en as companyEn } from './company.en.js';
import { fr as companyFr } from './company.fr.js';
import { en as companyKeysEn } from './company-keys.en.js';
import { fr as companyKeysFr } from './company-keys.fr.js';
import { en as creditNotesEn } from './credit-notes.en.js';
import { fr as creditNotesFr } from './credit-notes.fr.js';
import { en as documentsEn } from './documents.en.js';
import { fr as documentsFr } from './documents.fr.js';
import { en as editorEn } from './editor.en.js';
import { fr as editorFr } from './editor.fr.js';
import { en as formsEn } from './forms.en.js';
import { fr as formsFr } from './forms.fr.js';
import { en as invoicesEn } from './invoices.en.js';
import { fr as invoicesFr } from './invoices.fr.js';
import { en as keyFormsEn } from './key-forms.en.js';
import { fr as keyFormsFr } from './key-forms.fr.js';
import { en as keyPageEn } from './key-page.en.js';
import { fr as keyPageFr } from './key-page.fr.js';
import { en as keysEn } from './keys.en.js';
import { fr as keysFr } from './keys.fr.js';
import { en as mailsEn } from './mails.en.js';
import { fr as mailsFr } from './mails.fr.js';
import { en as membersEn } from './members.en.js';
import { fr as membersFr } from './members.fr.js';
import { en as taxRatesEn } from './tax-rates.en.js';
import { fr as taxRatesFr } from './tax-rates.fr.js';
import { en as numberingEn } from './numbering.en.js';
import { fr as numberingFr } from './numbering.fr.js';
import { en as paymentsEn } from './payments.en.js';
import { fr as paymentsFr } from './payments.fr.js';
import { en as quotesEn } from './quotes.en.js';
import { fr as quotesFr } from './quotes.fr.js';
import { en as refusalsEn } from './refusals.en.js';
import { fr as refusalsFr } from './refusals.fr.js';
import { en as signInEn } from './sign-in.en.js';
import { fr as signInFr } from './sign-in.fr.js';
import { en as workspaceEn } from './workspace.en.js';
import { fr as workspaceFr } from './workspace.fr.js';
import { en } from './en.js';
import { fr } from './fr.js';

const TEXTS = [
  ['settings', en, fr],
  ['account', accountEn, accountFr],
  ['audit-details', auditDetailsEn, auditDetailsFr],
  ['audit', auditEn, auditFr],
  ['clients', clientsEn, clientsFr],
  ['company-keys', companyKeysEn, companyKeysFr],
  ['company', companyEn, companyFr],
  ['credit-notes', creditNotesEn, creditNotesFr],
  ['documents', documentsEn, documentsFr],
  ['editor', editorEn, editorFr],
  ['forms', formsEn, formsFr],
  ['invoices', invoicesEn, invoicesFr],
  ['key-forms', keyFormsEn, keyFormsFr],
  ['key-page', keyPageEn, keyPageFr],
  ['keys', keysEn, keysFr],
  ['mails', mailsEn, mailsFr],
  ['members', membersEn, membersFr],
  ['numbering', numberingEn, numberingFr],
  ['payments', paymentsEn, paymentsFr],
  ['quotes', quotesEn, quotesFr],
  ['refusals', refusalsEn, refusalsFr],
  ['sign-in', signInEn, signInFr],
  ['tax-rates', taxRatesEn, taxRatesFr],
  ['workspace', workspaceEn, workspaceFr],
] as const;

describe('texts of the settings', () => {
  it.each(TEXTS)('%s say the same in English and French', (_name, english, french) => {
    expect(translationFaults(english, french)).toEqual([]);
  });

  it('are all looked at', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.en.ts'));
    expect(TEXTS.slice(1).map(([name]) => `${name}.en.ts`)).toEqual(files.toSorted());
  });
});
