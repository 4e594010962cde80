import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './members.en.js';
import { fr } from './members.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    members: typeof en;
  }
}

addTexts('members', { en, fr });

/** The texts of the members. They are loaded with this file. */
export const useMemberTexts = () => useTranslation('members');
