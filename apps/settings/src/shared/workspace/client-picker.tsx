import type { ClientView } from '@billhook/contract/invoicing/client';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Combobox, InputBase, Loader, ScrollArea, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState, type ReactNode, type Ref } from 'react';
import { rowsOf, useRecord, useRecordList } from './records.js';

interface ClientPickerProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (client: ClientView) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly id?: string;
  /** Creates a client, with the name that was typed; undefined for members who may not. */
  readonly onCreate?: ((name: string) => void) | undefined;
}

const TYPING_MS = 250;
/** The value of the option that creates a client; the others are ids. */
const CREATE = 'create';

/** An active client, found by typing a part of its name. */
export function ClientPicker({
  label,
  value,
  onChange,
  error,
  disabled,
  required,
  inputRef,
  id,
  onCreate,
}: ClientPickerProps) {
  const { t } = useTexts('workspace');
  const [typed, setTyped] = useState<string>();
  const [searchText] = useDebouncedValue(typed?.trim() ?? '', TYPING_MS);
  const chosen = useRecord('clients', value ?? 0, { enabled: value !== undefined });
  const [opened, setOpened] = useState(false);
  const combobox = useCombobox({
    opened,
    onOpenedChange: setOpened,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped(undefined);
    },
  });
  const hits = useRecordList(
    'clients',
    { status: 'Active', q: searchText.length >= 2 ? searchText : undefined },
    { enabled: opened, limit: 20 },
  );
  const rows = rowsOf(hits);
  // Not before the results match the input: Enter would select a client that is about to disappear.
  const settled =
    typed !== undefined && searchText === typed.trim() && !hits.isFetching && (rows.length > 0 || onCreate);
  const isEmpty = rows.length === 0 && !hits.isFetching;
  /** Not only the search found nothing. */
  const isFirst = isEmpty && searchText.length < 2;
  const { selectFirstOption } = combobox;
  useEffect(() => {
    if (settled) selectFirstOption();
  }, [settled, searchText, selectFirstOption]);

  const choose = (chosenId: string) => {
    if (chosenId === CREATE) onCreate?.(typed?.trim() ?? '');
    const client = rows.find((row) => String(row.id) === chosenId);
    if (client) onChange(client);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target>
        <InputBase
          {...(id && { id })}
          ref={inputRef}
          label={label}
          placeholder={t('client.search')}
          error={error}
          disabled={disabled ?? false}
          required={required ?? false}
          withAsterisk={false}
          autoComplete="off"
          value={typed ?? (value === undefined ? '' : (chosen.data?.name ?? ''))}
          rightSection={hits.isFetching && opened ? <Loader size={16} /> : <Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={label}>
          <ScrollArea.Autosize mah={260} type="auto">
            {rows.map((client) => (
              <Combobox.Option key={client.id} value={String(client.id)} active={client.id === value}>
                <Text size="sm">{client.name}</Text>
                <Text size="xs" className="ws-option-note">
                  {[client.billingAddress.city, client.billingAddress.country, client.email].filter(Boolean).join(DOT)}
                </Text>
              </Combobox.Option>
            ))}
            {isEmpty && !(isFirst && onCreate) && (
              <Combobox.Empty>{t(isFirst ? 'client.noneYet' : 'client.none')}</Combobox.Empty>
            )}
          </ScrollArea.Autosize>
          {onCreate && !(hits.isPending && isEmpty) && (
            <Combobox.Option value={CREATE} className="ws-option-create">
              {isFirst
                ? t('client.createFirst')
                : typed?.trim()
                  ? t('client.createNamed', { name: typed.trim() })
                  : t('client.create')}
            </Combobox.Option>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
