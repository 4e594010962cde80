import type { ClientView } from '@billhook/contract/invoicing/client';
import { dueDate } from '@billhook/domain/shared/calendar';
import { DateField } from '@billhook/ui/components/date-field';
import { isDate } from '@billhook/ui/typed-date';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, TextInput } from '@mantine/core';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { useHolds } from '../../shared/session/signed-in.js';
import { ClientPicker } from '../../shared/workspace/client-picker.js';
import { Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useSeriesOf } from '../series/series.queries.js';
import { fieldId } from './draft-errors.js';
import { asCurrency, type DocumentKind } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';
import { HINT_BELOW, useField } from './use-field.js';

interface ClientAndDatesSectionProps {
  readonly kind: DocumentKind;
  readonly editor: Editor;
  readonly client: ClientView | undefined;
  readonly onClient: (client: ClientView) => void;
}

/** The client, the dates and the currency. */
export function ClientAndDatesSection({ kind, editor, client, onClient }: ClientAndDatesSectionProps) {
  const { t } = useTexts('editor');
  const words = useDraftErrorTexts();
  const format = useFormat();
  const mayCreateClients = useHolds('client.write');
  const { draft, edit, errorAt } = editor;
  const field = useField(editor);
  const series = useSeriesOf(kind === 'invoice' ? 'Invoice' : 'Quote');
  const clientError = errorAt.get(fieldId('clientId'));
  const terms = client?.paymentTerms;
  const dueHint = !client
    ? t('dueByClient')
    : !terms
      ? t('dueNone')
      : isDate(draft.issueDate)
        ? t('dueByTerms', { date: format.day(dueDate(draft.issueDate, terms)) })
        : t('dueByClient');

  return (
    <Section title={t('head')}>
      <div className="ed-fields">
        <div className="ed-wide">
          <ClientPicker
            id={fieldId('clientId')}
            label={t('client')}
            value={draft.clientId}
            error={clientError && words(clientError)}
            footer={mayCreateClients && <PageLink to="/clients/new">{t('newClient')}</PageLink>}
            onChange={(chosen) => {
              edit({ type: 'set', patch: { clientId: chosen.id } }, fieldId('clientId'));
              onClient(chosen);
            }}
          />
        </div>
        {kind === 'quote' && (
          <TextInput
            {...field('title')}
            className="ed-wide"
            label={t('quoteTitle')}
            maxLength={200}
            autoComplete="off"
          />
        )}
        <DateField {...field('issueDate')} label={t('issueDate')} />
        {kind === 'invoice' ? (
          <DateField
            {...field('dueDate')}
            label={t('dueDate')}
            description={draft.dueDate ? undefined : dueHint}
            inputWrapperOrder={HINT_BELOW}
          />
        ) : (
          <DateField
            {...field('expiryDate')}
            label={t('expiryDate')}
            description={t('expiryHint')}
            inputWrapperOrder={HINT_BELOW}
          />
        )}
        <CurrencySelect
          id={fieldId('currency')}
          label={t('currency')}
          value={draft.currency}
          onChange={(code) => edit({ type: 'set', patch: { currency: asCurrency(code ?? '') } }, fieldId('currency'))}
        />
        <NativeSelect
          label={t('prices')}
          value={draft.pricesIncludeTax ? 'gross' : 'net'}
          data={[
            { value: 'net', label: t('pricesNet') },
            { value: 'gross', label: t('pricesGross') },
          ]}
          onChange={(event) =>
            edit({ type: 'set', patch: { pricesIncludeTax: event.currentTarget.value === 'gross' } })
          }
        />
        {series.length > 1 && (
          <NativeSelect
            {...field('series')}
            label={t('series')}
            data={series.map(({ code, nextNumber }) => ({ value: code, label: nextNumber }))}
          />
        )}
      </div>
    </Section>
  );
}
