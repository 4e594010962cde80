import { useTexts } from '@billhook/ui/use-texts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { usePeople } from '../../shared/session/people.queries.js';
import { DateRange, FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { AUDIT_GROUPS, type AuditSearch } from './audit-search.js';

interface AuditFiltersProps {
  readonly search: AuditSearch;
  readonly onFilter: (change: AuditSearch) => void;
  readonly onClear: () => void;
}

/** The filters of the audit log: category, person, day and text. */
export function AuditFilters({ search, onFilter, onClear }: AuditFiltersProps) {
  const { t } = useTexts('audit');
  const people = usePeople();
  const { group, memberId, keyId, target, from, to, q } = search;
  const person = people?.some(({ id }) => id === memberId) ? String(memberId) : undefined;
  return (
    <FilterBar search={search} onClear={onClear}>
      <SearchBox
        label={t('search')}
        placeholder={t('searchHint')}
        value={q}
        onChange={(wanted) => onFilter({ q: wanted })}
      />
      <FilterSelect
        label={t('group')}
        value={group}
        options={AUDIT_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) }))}
        onChange={(wanted) => onFilter({ group: wanted })}
      />
      {people && (
        <FilterSelect
          label={t('person')}
          value={person}
          options={people.map(({ id, name, email, status }) => {
            const label = email ? `${name} (${email})` : name;
            return { value: String(id), label: status === 'Removed' ? t('removedPerson', { label }) : label };
          })}
          onChange={(wanted) => onFilter({ memberId: wanted === undefined ? undefined : Number(wanted) })}
        />
      )}
      <DateRange label={t('day')} from={from} to={to} onChange={onFilter} />
      {memberId !== undefined && person === undefined && (
        <Only text={t('onlyMember')} onClear={() => onFilter({ memberId: undefined })} />
      )}
      {keyId !== undefined && <Only text={t('onlyKey')} onClear={() => onFilter({ keyId: undefined })} />}
      {target !== undefined && (
        <Only text={t('onlyTarget', { target })} onClear={() => onFilter({ target: undefined })} />
      )}
    </FilterBar>
  );
}

/** A filter without an input: its name, and a button that removes it. */
function Only({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTexts('audit');
  return (
    <Button
      className="st-audit-only"
      variant="light"
      rightSection={<IconX size={14} aria-hidden="true" />}
      onClick={onClear}
      title={t('clear')}
    >
      {text}
    </Button>
  );
}
