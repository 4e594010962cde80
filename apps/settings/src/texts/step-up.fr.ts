import type { Translation } from '@billhook/ui/i18n';
import type { en } from './step-up.en.js';

export const fr: Translation<typeof en> = {
  title: 'Confirmez que c’est bien vous',
  lead: 'Cela demande votre mot de passe lorsque vous l’avez saisi il y a plus de 10 minutes.',
  password: 'Mot de passe',
  confirm: 'Confirmer',
  wrong: 'Le mot de passe est incorrect.',
};
