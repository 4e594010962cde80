import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './en.js';
import { first } from './first.fr.js';
import { rest } from './pages.fr.js';

export const fr: Translation<typeof en> = { ...first, ...rest };
