import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './workspace.en.js';
import { fr } from './workspace.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    workspace: typeof en;
  }
}

addTexts('workspace', { en, fr });

/** The texts of what all records of the workspace share. They are loaded with this file. */
export const useWorkspaceTexts = () => useTranslation('workspace');
