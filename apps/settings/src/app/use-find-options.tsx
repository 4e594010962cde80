import type { FoundRecord } from '@billhook/contract/invoicing/found-record';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { DOT } from '@billhook/ui/dot';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import {
  IconBook2,
  IconCash,
  IconFileDescription,
  IconFileInvoice,
  IconReceiptRefund,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Money } from '../shared/workspace/money.js';
import { RecordStatus, type StatusKind, type StatusOf } from '../shared/workspace/record-status.js';
import { useDocumentName } from '../shared/workspace/use-document-name.js';
import { useFoundDocs, useFoundRecords, SHORTEST } from './find.queries.js';
import { ShortcutKeys } from './shortcut-keys.js';
import { matchingCommands, useCommands, type FindCommand } from './use-commands.js';

export interface FindOption {
  readonly id: string;
  readonly icon: Icon;
  readonly label: string;
  readonly note?: string | undefined;
  readonly side?: ReactNode;
  /** Whether it is there as soon as the text is typed. */
  readonly isFixed?: boolean;
  readonly open: () => void;
}

interface FindGroup {
  readonly name: string;
  readonly title: string;
  readonly options: readonly FindOption[];
}

interface FindRequest {
  /** The text as typed, which filters actions and pages. */
  readonly text: string;
  /** The text after a pause, which is searched for. */
  readonly searchText: string;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

const ICONS = {
  client: IconUsers,
  quote: IconFileDescription,
  invoice: IconFileInvoice,
  credit_note: IconReceiptRefund,
  payment: IconCash,
} as const satisfies Record<FoundRecord['resource'], Icon>;

const STATUS_KINDS = {
  client: 'client',
  quote: 'quote',
  invoice: 'invoice',
  credit_note: undefined,
  payment: 'payment',
} as const satisfies Record<FoundRecord['resource'], StatusKind | undefined>;

/** Actions without a search: the first ones, because all would hide the records. */
const ACTIONS_AT_FIRST = 4;

const joined = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(DOT) || undefined;

/** What the search shows for a text, in groups. Actions and pages come first, because they do not change when results arrive. */
export function useFindOptions({ text, searchText, onShortcuts, onClose }: FindRequest) {
  const { t } = useTexts('find');
  const navigate = useNavigate();
  const documentName = useDocumentName();
  const language = useLanguage() === 'fr' ? 'fr' : 'en';
  const commands = useCommands(onShortcuts);
  const records = useFoundRecords(searchText);
  const docs = useFoundDocs(searchText);

  const shownCommands =
    text === ''
      ? commands.filter(({ group }) => group === 'actions').slice(0, ACTIONS_AT_FIRST)
      : matchingCommands(commands, text);
  const ofCommand = ({ id, icon, label, keys, run }: FindCommand): FindOption => ({
    ...{ id, icon, label, isFixed: true },
    side: keys !== undefined && <ShortcutKeys keys={keys} />,
    open: () => {
      // Before the action, which may open another dialog in the place of this one.
      onClose();
      if (typeof run === 'function') run();
      else void navigate({ to: run.to, ...(run.search && { search: run.search }) });
    },
  });
  const ofRecord = (record: FoundRecord): FindOption => {
    const { resource, id, number, name, title, status, amount, currency } = record;
    const kind = STATUS_KINDS[resource];
    const isDocument = resource === 'invoice' || resource === 'quote' || resource === 'credit_note';
    const of = RESOURCES[resource].one[language];
    const label = isDocument ? documentName(number, name ?? undefined) : (number ?? name ?? of);
    return {
      ...{ id: `${resource}-${id}`, icon: ICONS[resource], label },
      note: joined([of, label.includes(name ?? '\0') ? null : name, title]),
      side: (
        <span className="find-side">
          {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
          {kind && status !== null && <RecordStatus kind={kind} status={status as StatusOf<typeof kind>} />}
        </span>
      ),
      open: () => {
        onClose();
        void navigate({ to: `/${RESOURCES[resource].plural}/$id`, params: { id } });
      },
    };
  };
  const of = (name: FindCommand['group']): FindGroup => ({
    ...{ name, title: t(`groups.${name}`) },
    options: shownCommands.filter(({ group }) => group === name).map(ofCommand),
  });
  const isRecent = text === '';
  // The results of another text disappear as soon as a letter shows that none is searched for.
  const found = isRecent === (searchText === '') && (isRecent || text.length >= SHORTEST) ? (records.data ?? []) : [];
  const isStale = text !== searchText || records.isFetching;
  const groups: FindGroup[] = [
    of('actions'),
    of('pages'),
    {
      ...{ name: 'records', title: t(isRecent ? 'groups.recent' : 'groups.records') },
      options: found.map(ofRecord),
    },
    {
      ...{ name: 'docs', title: t('groups.docs') },
      options: (text.length >= SHORTEST ? (docs.data ?? []) : []).map(({ id, page, section }) => ({
        ...{ id: `docs-${id}`, icon: IconBook2, label: section || page, note: section ? page : undefined },
        open: () => location.assign(id),
      })),
    },
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    isStale,
    isSearching: isStale || docs.isFetching,
    recordsFailed: records.isError,
    docsFailed: docs.isError,
    retry: () => void records.refetch(),
  };
}
