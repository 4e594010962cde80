import { EVENTS, type EventType } from '@billhook/domain/shared/events';
import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import type { LocalizedText } from '@billhook/domain/shared/localized-text';

/** A text of the domain's tables in the current language. */
export function inLanguage(words: LocalizedText, language: string): string {
  return language === 'fr' ? words.fr : words.en;
}

export function permissionSummary(permission: Permission, language: string): string {
  return inLanguage(PERMISSIONS[permission].summary, language);
}

export function eventSummary(type: EventType, language: string): string {
  return inLanguage(EVENTS[type].summary, language);
}
