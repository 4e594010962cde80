import { EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import type { LocalizedText } from '@billhook/domain/shared/localized-text';
import { withFrenchSpaces } from './french-spaces.js';

/** A text of the domain's tables in the current language. */
export function inLanguage(words: LocalizedText, language: string): string {
  return language === 'fr' ? withFrenchSpaces(words.fr) : words.en;
}

export function eventSummary(type: EventType, language: string): string {
  return inLanguage(EVENTS[type].summary, language);
}
