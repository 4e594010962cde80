import type { Translation } from '@billhook/ui/i18n';
import type { en } from './step-up.en.js';

export const fr: Translation<typeof en> = {
  title: 'Confirmez que c’est bien vous',
  lead: 'Saisissez à nouveau votre mot de passe : votre dernière saisie date de plus de 10 minutes.',
  password: 'Mot de passe',
  confirm: 'Confirmer',
  wrong: 'Le mot de passe est incorrect.',
};
