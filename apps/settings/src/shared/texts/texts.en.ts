import { en as clients } from './clients.en.js';
import { en as documents } from './documents.en.js';
import { en as editor } from './editor.en.js';
import { en as settings } from './en.js';
import { en as errors } from './errors.en.js';
import { en as forms } from './forms.en.js';
import { en as invoices } from './invoices.en.js';
import { en as keyForms } from './key-forms.en.js';
import { en as keys } from './keys.en.js';
import { en as payments } from './payments.en.js';
import { en as quotes } from './quotes.en.js';
import { en as repairs } from './repairs.en.js';
import { en as signIn } from './sign-in.en.js';
import { en as words } from './words.en.js';
import { en as workspace } from './workspace.en.js';

/** The texts of the settings in English that every page may show: a namespace for each part of the program. */
export const texts = {
  clients,
  documents,
  editor,
  forms,
  invoices,
  keyForms,
  keys,
  payments,
  quotes,
  repairs,
  errors,
  signIn,
  words,
  workspace,
  settings,
};

type PartTexts = Omit<typeof texts, 'settings'>;

declare module 'i18next' {
  interface ResourceNamespaceMap extends PartTexts {
    settings: typeof settings;
  }
}
