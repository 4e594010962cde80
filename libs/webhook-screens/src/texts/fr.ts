import type { Translation } from '@billhook/ui/texts/translation';
import type { en } from './en.js';
import { first } from './first-page.fr.js';
import { rest } from './other-pages.fr.js';

export const fr: Translation<typeof en> = { ...first, ...rest };
