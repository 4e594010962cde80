import type { TimelineView } from '@billhook/contract/timeline';
import { useWorkspaceTexts } from '../texts/workspace.js';
import { useAmounts } from './money.js';

type Details = TimelineView['data'][number]['details'];

const ACTIONS = [
  'create',
  'update',
  'delete',
  'send',
  'resend',
  'pay',
  'unpay',
  'credit',
  'reject',
  'reopen',
  'void',
  'duplicate',
  'fallDue',
  'view',
  'openLink',
  'closeLink',
  'accept',
  'acceptExpired',
  'decline',
  'revise',
  'supersede',
  'convert',
  'archive',
  'restore',
  'allocate',
  'release',
  'issue',
  'deliver',
  'mailSent',
  'mailFailed',
  'reckon',
] as const;

const ACTOR = /^(member|key) (.+)$/;

/** The words of a timeline. The API may grow actions and details that this page does not know: those stand as they came. */
export function useTimelineWords() {
  const { t } = useWorkspaceTexts();
  const amounts = useAmounts();

  const action = (name: string, details: Details): string => {
    // One word of the API tells both sides: the record that was made, and the one that it was made of.
    if (name === 'convert' && 'quoteId' in details) return t('timeline.actions.converted');
    if (name === 'revise' && 'revises' in details) return t('timeline.actions.revision');
    const known = ACTIONS.find((each) => each === name);
    return known ? t(`timeline.actions.${known}`) : name;
  };

  const actor = (by: string): string => {
    const [, kind, name = ''] = ACTOR.exec(by) ?? [];
    if (kind === 'member') return name;
    if (kind === 'key') return t('timeline.key', { name });
    if (by === 'client') return t('timeline.client');
    return by === 'system' ? t('timeline.system') : by;
  };

  /** What else was kept, as one line; ids that stand beside a number say nothing to a person. */
  const detail = (details: Details, currency: string | undefined): string => {
    const text = (name: string) => {
      const value = details[name];
      return value === undefined || value === null || value === '' ? undefined : String(value);
    };
    const amount = text('amount') ?? text('gross');
    const isDecimal = amount !== undefined && /^-?\d+(\.\d+)?$/.test(amount);
    const worth = isDecimal
      ? currency === undefined
        ? amounts.number(amount)
        : amounts.amount(amount, currency)
      : amount;
    const document = text('number') ?? text('invoiceNumber') ?? text('creditNoteNumber') ?? text('quoteNumber');
    const origin = text('duplicateOfNumber');
    const channel = (['Email', 'Link', 'None'] as const).find((each) => each === details['channel']);
    return [
      document,
      worth,
      origin && t('timeline.from', { number: origin }),
      channel && t(`channel.${channel}`),
      text('error'),
    ]
      .filter(Boolean)
      .join(' · ');
  };

  return { action, actor, detail };
}
