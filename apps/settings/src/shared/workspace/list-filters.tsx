import { Checkbox } from '@mantine/core';
import { ClientFilter } from './client-filter.js';
import { DateRange, FilterSelect, SearchBox } from './filter-bar.js';

/** The filters of a list in its address. */
export interface ListSearch {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly clientId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sort?: string | undefined;
}

type SearchMember<S> = keyof S & string;

/** A control above a list. It only sets members of the address. */
export type ListFilter<S extends ListSearch> =
  | { readonly kind: 'text'; readonly label: string; readonly placeholder?: string }
  | { readonly kind: 'dates'; readonly label: string }
  | { readonly kind: 'client' }
  /** On or off, as a select with one option or as a checkbox. */
  | { readonly kind: 'flag'; readonly member: SearchMember<S>; readonly label: string; readonly option?: string }
  | {
      readonly kind: 'select';
      readonly member: SearchMember<S>;
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      /** Members that another choice makes meaningless. */
      readonly clears?: SearchMember<S>;
    };

interface ListFilterProps<S extends ListSearch> {
  readonly filter: ListFilter<S>;
  readonly search: S;
  readonly onChange: (part: Partial<S>) => void;
}

export function ListFilterControl<S extends ListSearch>({ filter, search, onChange }: ListFilterProps<S>) {
  // A filter names members of its own search, and its options are values of that member.
  const change = (part: Readonly<Record<string, unknown>>) => onChange(part as Partial<S>);
  switch (filter.kind) {
    case 'text':
      return (
        <SearchBox
          label={filter.label}
          {...(filter.placeholder && { placeholder: filter.placeholder })}
          value={search.q}
          onChange={(q) => change({ q })}
        />
      );
    case 'dates':
      return <DateRange label={filter.label} from={search.from} to={search.to} onChange={change} />;
    case 'client':
      return <ClientFilter id={search.clientId} onClear={() => change({ clientId: undefined })} />;
    case 'flag': {
      const { member, label, option } = filter;
      const on = search[member] === true;
      if (option !== undefined) {
        return (
          <FilterSelect
            label={label}
            value={on ? 'on' : undefined}
            options={[{ value: 'on', label: option }]}
            onChange={(chosen) => change({ [member]: chosen && true })}
          />
        );
      }
      return (
        <Checkbox
          label={label}
          checked={on}
          onChange={(event) => change({ [member]: event.currentTarget.checked || undefined })}
        />
      );
    }
    case 'select': {
      const { member, label, options, clears } = filter;
      return (
        <FilterSelect
          label={label}
          value={options.find(({ value }) => value === search[member])?.value}
          options={options}
          onChange={(chosen) => change({ [member]: chosen, ...(clears && { [clears]: undefined }) })}
        />
      );
    }
  }
}
