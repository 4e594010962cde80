import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useHolds } from '../../shared/session/signed-in.js';
import { FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import type { CompanyKeySearch } from '../keys/key-search.js';
import { useOwners } from './company-keys.queries.js';

interface CompanyKeyFiltersProps {
  readonly search: CompanyKeySearch;
  readonly onFilter: (change: CompanyKeySearch) => void;
  readonly onClear: () => void;
}

/** The filters of the company's keys, in addition to their status. */
export function CompanyKeyFilters({ search, onFilter, onClear }: CompanyKeyFiltersProps) {
  const { t } = useTexts('companyKeys');
  const keys = useTexts('keys');
  return (
    <>
      <FilterBar search={search} onClear={onClear}>
        <SearchBox
          label={keys.t('list.search')}
          placeholder={keys.t('list.searchHint')}
          value={search.q}
          onChange={(q) => onFilter({ q })}
        />
        <OwnerSelect value={search.memberId} onChange={(memberId) => onFilter({ memberId })} />
        <FilterSelect
          label={t('filters.scope')}
          value={search.scope}
          options={GRANTABLE_PERMISSIONS.map((permission) => ({ value: permission, label: permission }))}
          onChange={(scope) => onFilter({ scope })}
        />
      </FilterBar>
      <Toggles search={search} onFilter={onFilter} />
    </>
  );
}

const FLAGS = ['neverUsed', 'unused', 'noExpiry', 'creatorGone', 'outsidePolicy'] as const;

/** Filters for keys that may need attention. Several of them narrow the list further. */
function Toggles({ search, onFilter }: Pick<CompanyKeyFiltersProps, 'search' | 'onFilter'>) {
  const { t } = useTexts('companyKeys');
  return (
    <div className="st-toggles" role="group" aria-label={t('filters.flags')}>
      {FLAGS.map((flag) => {
        const on = search[flag] === true;
        return (
          <Button
            key={flag}
            size="xs"
            radius="xl"
            variant={on ? 'light' : 'default'}
            aria-pressed={on}
            {...(on && { leftSection: <IconCheck size={14} aria-hidden="true" /> })}
            onClick={() => onFilter({ [flag]: on ? undefined : true })}
          >
            {t(`filters.${flag}`)}
          </Button>
        );
      })}
    </div>
  );
}

interface OwnerSelectProps {
  readonly value: number | undefined;
  readonly onChange: (memberId: number | undefined) => void;
}

/** The filter by owner. A caller who may not view members still sees the filter and can remove it. */
function OwnerSelect({ value, onChange }: OwnerSelectProps) {
  const { t } = useTexts('companyKeys');
  const sees = useHolds('member.manage');
  const owners = useOwners(sees).data?.data ?? [];
  if (!sees && value === undefined) return null;
  const known = owners.some(({ id }) => id === value);
  return (
    <FilterSelect
      label={t('filters.owner')}
      value={value === undefined ? undefined : String(value)}
      options={[
        ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
        // A removed member is no longer in the list of members.
        ...(value !== undefined && !known ? [{ value: String(value), label: t('filters.oneOwner') }] : []),
      ]}
      onChange={(chosen) => onChange(chosen === undefined ? undefined : Number(chosen))}
    />
  );
}
