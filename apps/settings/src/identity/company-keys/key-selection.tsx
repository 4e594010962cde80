import type { ApiKeyView } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The maximum number of keys that one request revokes. */
const MOST = 500;

type Selected = readonly ApiKeyView[];
type OnSelect = (selected: Selected) => void;

/** A checkbox for each key that can still be revoked. */
export function useSelectBox(selected: Selected, onSelect: OnSelect): (apiKey: ApiKeyView) => ReactNode {
  const { t } = useTexts('companyKeys');
  return (apiKey) => (
    <Checkbox
      aria-label={t('select.one', { name: apiKey.name, prefix: apiKey.prefix })}
      checked={selected.some(({ id }) => id === apiKey.id)}
      // Keeps its place if nothing can be selected, so that the names stay aligned.
      style={{ visibility: hasEnded(apiKey.status) ? 'hidden' : undefined }}
      onChange={(event) =>
        onSelect(event.currentTarget.checked ? [...selected, apiKey] : selected.filter(({ id }) => id !== apiKey.id))
      }
    />
  );
}

interface KeySelectionBarProps {
  readonly rows: Selected;
  readonly selected: Selected;
  readonly onSelect: OnSelect;
  readonly onRevoke: () => void;
}

/** A checkbox for all rows of the page, the number of selected ones, and the actions on them. */
export function KeySelectionBar({ rows, selected, onSelect, onRevoke }: KeySelectionBarProps) {
  const { t } = useTexts('companyKeys');
  const living = rows.filter((row) => !hasEnded(row.status));
  if (living.length === 0) return null;
  const count = selected.length;
  const all = living.every(({ id }) => selected.some((each) => each.id === id));
  const tooMany = count > MOST;
  return (
    <div className="st-selection">
      <Checkbox
        label={t('select.all')}
        checked={all}
        indeterminate={count > 0 && !all}
        onChange={() => onSelect(all ? [] : living)}
      />
      <Text size="sm" role="status">
        {count > 0 && t('select.count', { count })}
        {tooMany && `${DOT}${t('select.max', { count: MOST })}`}
      </Text>
      {count > 0 && (
        <Button
          variant="default"
          size="xs"
          className="ws-danger"
          leftSection={<IconBan size={14} aria-hidden="true" />}
          disabled={tooMany}
          onClick={onRevoke}
        >
          {t('select.revoke')}
        </Button>
      )}
    </div>
  );
}
