import type { ClientView } from '@billhook/contract/invoicing/client';
import { inheritedExpiry } from '@billhook/domain/invoicing/document-defaults';
import { dueDate } from '@billhook/domain/shared/calendar';
import { DateField } from '@billhook/ui/components/date-field';
import { isDate } from '@billhook/ui/typed-date';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, TextInput } from '@mantine/core';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { ClientPicker } from '../../shared/workspace/client-picker.js';
import { Section } from '../../shared/workspace/detail.js';
import { useSeriesOf } from '../series/series.queries.js';
import { fieldId } from './draft-errors.js';
import { asCurrency, companyTermsOf, type DocumentKind, type StoredDocument } from './draft.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';
import { HINT_BELOW, useField } from './use-field.js';

interface ClientAndDatesSectionProps {
  readonly kind: DocumentKind;
  readonly editor: Editor;
  readonly client: ClientView | undefined;
  readonly stored: StoredDocument | undefined;
  readonly onClient: (client: ClientView) => void;
  /** Creates a client with this name, over the document. */
  readonly onNewClient: (name: string) => void;
}

/** The client, the dates and the currency. */
export function ClientAndDatesSection({
  kind,
  editor,
  client,
  stored,
  onClient,
  onNewClient,
}: ClientAndDatesSectionProps) {
  const { t } = useTexts('editor');
  const words = useDraftErrorTexts();
  const format = useFormat();
  const mayCreateClients = useHolds('client.write');
  const { draft, edit, errorAt } = editor;
  const field = useField(editor);
  const series = useSeriesOf(kind === 'invoice' ? 'Invoice' : 'Quote');
  const clientError = errorAt.get(fieldId('clientId'));
  const clients = useTexts('clients').t;
  const { company } = useSignedIn();
  const ofCompany = companyTermsOf(stored, company);
  const dueHint = (): string => {
    const terms = client?.paymentTerms ?? ofCompany;
    if (!client || terms === undefined || !isDate(draft.issueDate)) return t('dueByClient');
    if (terms === null) return t('words:noDueDate');
    const counted = clients('words:days', { count: terms.days });
    return t(client.paymentTerms ? 'dueByTerms' : 'dueByCompany', {
      terms: terms.endOfMonth ? clients('termsEndOfMonth', { days: counted }) : counted,
      date: format.day(dueDate(draft.issueDate, terms)),
    });
  };
  const byDefault = isDate(draft.issueDate) ? inheritedExpiry(company, draft.issueDate) : null;
  const expiryHint =
    !stored && byDefault !== null && draft.expiryDate === byDefault
      ? t('expiryByCompany', { days: clients('words:days', { count: company.quoteValidityDays ?? 0 }) })
      : t('expiryHint');
  /** The expiry date by the company moves with the issue date of a new quote. */
  const changeIssueDate = (issueDate: string) => {
    const moves = kind === 'quote' && !stored && byDefault !== null && draft.expiryDate === byDefault;
    const moved = moves && isDate(issueDate) ? { expiryDate: inheritedExpiry(company, issueDate) ?? '' } : {};
    edit({ type: 'set', patch: { issueDate, ...moved } }, fieldId('issueDate'));
  };

  return (
    <Section title={t('head')}>
      <div className="ed-fields">
        <div className="ed-wide">
          <ClientPicker
            id={fieldId('clientId')}
            label={t('words:client')}
            value={draft.clientId}
            error={clientError && words(clientError)}
            onCreate={mayCreateClients ? onNewClient : undefined}
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
        <DateField {...field('issueDate')} label={t('words:issueDate')} onChange={changeIssueDate} />
        {kind === 'invoice' ? (
          <DateField
            {...field('dueDate')}
            label={t('words:dueDate')}
            description={draft.dueDate ? undefined : dueHint()}
            inputWrapperOrder={HINT_BELOW}
          />
        ) : (
          <DateField
            {...field('expiryDate')}
            label={t('words:expiryDate')}
            description={expiryHint}
            inputWrapperOrder={HINT_BELOW}
          />
        )}
        <CurrencySelect
          id={fieldId('currency')}
          label={t('words:currency')}
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
            label={t('words:series')}
            data={series.map(({ code, nextNumber }) => ({ value: code, label: nextNumber }))}
          />
        )}
      </div>
    </Section>
  );
}
