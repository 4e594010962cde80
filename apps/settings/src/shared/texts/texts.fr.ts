import type { Translation } from '@billhook/ui/texts/translation';
import { fr as clients } from './clients.fr.js';
import { fr as documents } from './documents.fr.js';
import { fr as editor } from './editor.fr.js';
import { fr as errors } from './errors.fr.js';
import { fr as forms } from './forms.fr.js';
import { fr as settings } from './fr.js';
import { fr as invoices } from './invoices.fr.js';
import { fr as keyForms } from './key-forms.fr.js';
import { fr as keys } from './keys.fr.js';
import { fr as payments } from './payments.fr.js';
import { fr as quotes } from './quotes.fr.js';
import { fr as repairs } from './repairs.fr.js';
import { fr as signIn } from './sign-in.fr.js';
import type { texts as english } from './texts.en.js';
import { fr as words } from './words.fr.js';
import { fr as workspace } from './workspace.fr.js';

/** The same in French. */
export const texts: Translation<typeof english> = {
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
