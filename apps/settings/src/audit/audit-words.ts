import type { AuditEntryView } from '@billhook/contract/audit';
import { AUDIT_ACTIONS } from '@billhook/domain/audit';
import { useAuditDetailTexts } from '../texts/audit-details.js';
import { useAuditTexts } from '../texts/audit.js';
import { usePeople } from './queries.js';

/** `member ada@example.com`, `key bhk_3kTn9Qa1`, `portal of ada@example.com`: the name is the last word. */
const nameIn = (actor: string): string => actor.split(' ').at(-1) ?? actor;

export interface Target {
  readonly name: string;
  /** Beside a name: that may have changed since, or be that of two. */
  readonly which?: string;
}

/** What of the details names the target. */
const NAMING = ['name', 'email', 'url', 'code'];

const NUMBERED = ['member', 'invitation', 'session'] as const;
const isNumbered = (kind: string | undefined): kind is (typeof NUMBERED)[number] =>
  NUMBERED.some((known) => known === kind);

/** The words of an entry. The API may tell of actions that this page does not know: those stand as they came. */
export function useAuditWords() {
  const { t } = useAuditTexts();
  const more = useAuditDetailTexts();
  const people = usePeople();

  const action = ({ action: name, details }: Pick<AuditEntryView, 'action' | 'details'>): string => {
    if (name === 'session.failed' && details['attempt'] === 'confirmation') return more.t('failed.confirmation');
    if (name === 'session.failed' && details['reason'] === 'second_factor_wrong') return more.t('failed.sign_in_code');
    const known = AUDIT_ACTIONS.find((each) => each === name);
    return known ? t(`actions.${known}`) : name;
  };

  /** What it was done to, as people know it, and which one that is; undefined where the whole company is meant. */
  const target = ({ target: written, details }: Pick<AuditEntryView, 'target' | 'details'>): Target | undefined => {
    if (written === null) return undefined;
    const [, kind, id = ''] = /^(member|invitation|session) (\d+)$/.exec(written) ?? [];
    const which = isNumbered(kind) ? more.t(`targets.${kind}`, { id }) : written;
    const member = kind === 'member' ? people?.find((person) => person.id === Number(id)) : undefined;
    const name = NAMING.map((member) => details[member]).find((text) => typeof text === 'string') ?? member?.name;
    return name === undefined ? { name: which } : { name, which };
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

  return { action, actor, target };
}
