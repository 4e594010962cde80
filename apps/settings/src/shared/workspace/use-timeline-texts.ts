import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import { TIMELINE_ACTIONS } from '@billhook/domain/invoicing/timeline-actions';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useAmounts } from './money.js';

type Details = TimelineView['data'][number]['details'];

function textOf(details: Details, member: string): string | undefined {
  const value = details[member];
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

/** The texts of a timeline. Actions and details that this page does not know keep the name of the API. */
export function useTimelineTexts() {
  const { t } = useTexts('workspace');
  const amounts = useAmounts();
  const format = useFormat();

  const action = (name: string, details: Details, currency: string | undefined): string => {
    // The API has one name for both sides: the record that was created, and its source.
    if (name === 'convert' && 'quoteId' in details) {
      const number = textOf(details, 'quoteNumber');
      return number ? t('timeline.actions.converted', { number }) : t('timeline.actions.convertedPlain');
    }
    const amount = name === 'release' && amountOf(details, currency);
    if (amount) return t('timeline.actions.released', { amount });
    if (name === 'revise' && 'revises' in details) return t('timeline.actions.revision');
    const known = TIMELINE_ACTIONS.find((each) => each === name);
    return known ? t(`timeline.actions.${known}`) : name;
  };

  /** An amount has the currency stored with it, otherwise the currency of its record. */
  const amountOf = (details: Details, otherwise: string | undefined): string | undefined => {
    const amount = textOf(details, 'amount') ?? textOf(details, 'gross');
    const currency = textOf(details, 'currency') ?? otherwise;
    if (amount === undefined || !/^-?\d+(\.\d+)?$/.test(amount)) return amount;
    return currency === undefined ? amounts.number(amount) : amounts.amount(amount, currency);
  };

  /** The origin of a view or an answer: "from 203.0.113.7, Firefox 149 on Linux". */
  const cameFrom = (details: Details): string | undefined => {
    const ip = textOf(details, 'ip');
    const [browser, system] = [textOf(details, 'browser'), textOf(details, 'system')];
    if (ip === undefined) return undefined;
    const software = browser && system ? t('timeline.onSystem', { browser, system }) : (browser ?? system);
    return software ? t('timeline.cameFromWith', { ip, software }) : t('timeline.cameFrom', { ip });
  };

  /** The other details in one line; ids beside a number mean nothing to a person. */
  const detail = (name: string, details: Details, currency: string | undefined): string => {
    const text = (member: string) => textOf(details, member);
    const worth = name === 'release' ? undefined : amountOf(details, currency);
    const document = text('number') ?? text('invoiceNumber') ?? text('creditNoteNumber');
    const origin = text('duplicateOfNumber');
    const answered = name === 'accept' ? text('by') : undefined;
    const [date, before] = [text('dueDate'), text('dueDateBefore')];
    const channel = (['Email', 'Link', 'None'] as const).find((each) => each === details['channel']);
    return [
      answered,
      document,
      worth,
      origin && t('timeline.from', { number: origin }),
      date && before && t('timeline.dueDate', { date: format.day(date), before: format.day(before) }),
      channel && t(`channel.${channel}`),
      text('error'),
      cameFrom(details),
    ]
      .filter(Boolean)
      .join(DOT);
  };

  return { action, detail };
}
