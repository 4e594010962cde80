import { DateField, type DateFieldProps } from '@billhook/ui/components/date-field';
import { isDate } from '@billhook/ui/typed-date';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, CloseButton, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { filterCount, isFiltered } from './list-search.js';

const TYPING_MS = 300;
/** The minimum length of a search in the API. */
const SHORTEST = 2;

interface FilterBarProps {
  /** The filters in the address. */
  readonly search: object;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

/** The filters of a list, all of which are in the address. A phone shows the search, and how many others are set, until they are opened. */
export function FilterBar({ search, onClear, children }: FilterBarProps) {
  const { t } = useTexts('workspace');
  const [open, setOpen] = useState(false);
  const number = filterCount(search);
  return (
    <search className="ws-filters" data-folded={!open || undefined}>
      <Button
        variant="default"
        className="ws-filter-toggle"
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {number > 0 ? t('list.filtersSet', { number }) : t('list.filters')}
      </Button>
      {children}
      <ActionIcon
        variant="default"
        size={36}
        className="ws-filter-clear"
        aria-label={t('list.clear')}
        title={t('list.clear')}
        onClick={onClear}
        data-idle={!isFiltered(search) || undefined}
      >
        <IconFilterOff size={18} aria-hidden="true" />
      </ActionIcon>
    </search>
  );
}

interface SearchBoxProps {
  readonly label: string;
  /** What can be searched for. */
  readonly placeholder?: string;
  readonly value: string | undefined;
  /** The maximum number of characters. */
  readonly longest?: number;
  /** What is wrong with the text, and what to enter instead. */
  readonly error?: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** A search that waits a moment after the last key. */
export function SearchBox({ label, placeholder, value, longest = 100, error, onChange }: SearchBoxProps) {
  const { t } = useTexts('workspace');
  const [typed, setTyped] = useState(value ?? '');
  const [shown, setShown] = useState(value);
  // The address changed without typing here: by "clear filters", or by going back.
  if (value !== shown) {
    setShown(value);
    if ((value ?? '') !== typed.trim()) setTyped(value ?? '');
  }
  const ask = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    onChange(wanted.length >= SHORTEST ? wanted : undefined);
  }, TYPING_MS);
  const change = (text: string) => {
    setTyped(text);
    ask(text);
  };
  return (
    <TextInput
      className="ws-filter-wide"
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      error={error}
      maxLength={longest}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t('list.clearSearch')} onClick={() => change('')} tabIndex={-1} />
      }
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface FilterSelectProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T | undefined) => void;
}

/** A select with an option for all. The selected option names the filter, because no label is above it. */
export function FilterSelect<T extends string>({ label, value, options, onChange }: FilterSelectProps<T>) {
  const { t } = useTexts('workspace');
  const named = (option: string) => t('list.filter', { label, option });
  return (
    <NativeSelect
      aria-label={label}
      data-set={value !== undefined || undefined}
      value={value ?? ''}
      data={[
        { value: '', label: value === undefined ? named(t('list.all')) : t('list.all') },
        ...options.map((option) => (option.value === value ? { value, label: named(option.label) } : option)),
      ]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        onChange(options.find((option) => option.value === chosen)?.value);
      }}
    />
  );
}

interface DateRangeProps {
  /** The label of the dates, like "Issue date". */
  readonly label: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

/** Two dates, both included. */
export function DateRange({ label, from, to, onChange }: DateRangeProps) {
  const { t } = useTexts('workspace');
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="ws-range">
      <Text component="span" id={id} size="sm">
        {label}
      </Text>
      <FilterDay
        label={t('list.from', { what: label })}
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day, to })}
      />
      <span aria-hidden="true">–</span>
      <FilterDay
        label={t('list.to', { what: label })}
        value={to}
        min={from}
        onChange={(day) => onChange({ from, to: day })}
      />
    </div>
  );
}

interface FilterDayProps extends Pick<DateFieldProps, 'min' | 'max'> {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** Incomplete text stays here, because the address contains only dates. */
function FilterDay({ label, value, onChange, ...range }: FilterDayProps) {
  const [unread, setUnread] = useState<string>();
  return (
    <DateField
      {...range}
      aria-label={label}
      value={unread ?? value}
      onChange={(day) => {
        const taken = day === '' || isDate(day);
        setUnread(taken ? undefined : day);
        if (taken) onChange(day || undefined);
      }}
    />
  );
}
