import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEditorTexts } from '../texts/editor.js';
import type { DraftFault } from './draft-faults.js';
import { useFaultWords } from './fault-words.js';

/** After a try to save: all that is wrong, each leading to its field. */
export function FaultSummary({ faults, asked }: { faults: readonly DraftFault[]; asked: boolean }) {
  const { t } = useEditorTexts();
  const words = useFaultWords();
  if (!asked || faults.length === 0) return null;
  const byField = [...new Map(faults.toReversed().map((fault) => [fault.at, fault])).values()].toReversed();
  return (
    <Alert
      role="alert"
      color="red"
      className="ed-error"
      icon={<IconAlertTriangle size={20} />}
      title={t('faultsTitle', { count: byField.length })}
    >
      <List size="sm" spacing={4}>
        {byField.map((fault) => (
          <List.Item key={fault.at}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => document.getElementById(fault.at)?.focus()}
            >
              {words(fault)}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
