import type { AuditEntryView } from '@billhook/contract/audit';
import { AUDIT_ACTIONS } from '@billhook/domain/audit';
import { useAuditTexts } from '../texts/audit.js';

/** `member ada@example.com`, `key bhk_3kTn9Qa1`, `portal of ada@example.com`: the name is the last word. */
const nameIn = (actor: string): string => actor.split(' ').at(-1) ?? actor;

/** The words of an entry. The API may tell of actions that this page does not know: those stand as they came. */
export function useAuditWords() {
  const { t } = useAuditTexts();

  const action = (name: string): string => {
    const known = AUDIT_ACTIONS.find((each) => each === name);
    return known ? t(`actions.${known}`) : name;
  };

  const actor = ({ actorKind, actor: label }: Pick<AuditEntryView, 'actorKind' | 'actor'>): string => {
    const name = nameIn(label);
    switch (actorKind) {
      case 'member':
        return name;
      case 'key':
        return t('byKey', { name });
      case 'portal':
        return t('byPortal', { name });
      case 'document':
        return t('byClient');
      case 'system':
        return t('bySystem');
      case 'app':
        return label;
    }
  };

  /** What a member of the details holds, for a person. */
  const value = (of: unknown): string => {
    if (of === null || of === undefined || of === '') return t('details.nothing');
    if (typeof of === 'boolean') return t(of ? 'details.yes' : 'details.no');
    if (Array.isArray(of)) return of.length === 0 ? t('details.nothing') : of.map(value).join(', ');
    if (typeof of !== 'object') return String(of);
    return Object.entries(of)
      .map(([name, each]) => `${name}: ${value(each)}`)
      .join('\n');
  };

  return { action, actor, value };
}
