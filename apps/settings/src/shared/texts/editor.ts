import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './editor.en.js';
import { fr } from './editor.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    editor: typeof en;
  }
}

addTexts('editor', { en, fr });

/** The texts of the editor of invoices and quotes. */
export const useEditorTexts = () => useTranslation('editor');
