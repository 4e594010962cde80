import type { ApplicationPolicy } from '@billhook/contract/identity/oauth/grant';
import { APPLICATION_RULES } from '@billhook/domain/identity/application';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { LinesInput } from '../../shared/forms/lines-input.js';
import { linesOf } from './application-values.js';
import { useSaveApplicationPolicy } from './applications.queries.js';

interface ApplicationPolicyDialogProps {
  readonly policy: ApplicationPolicy;
  /** The names of applications by their client ID. */
  readonly known: ReadonlyMap<string, string>;
  readonly onClose: () => void;
}

/** Every application, or only the listed ones: known applications by name, others by their client ID. */
export function ApplicationPolicyDialog({ policy, known, onClose }: ApplicationPolicyDialogProps) {
  const { t } = useTexts('applications');
  const save = useSaveApplicationPolicy();
  const [allow, setAllow] = useState(policy.allow);
  const [builtin, setBuiltin] = useState(policy.builtin);
  const [listed, setListed] = useState<readonly string[]>(policy.clientIds);
  const [typed, setTyped] = useState<string>();
  const others = typed ?? listed.filter((clientId) => !known.has(clientId)).join('\n');
  const confirm = () => {
    const clientIds = [...new Set([...listed.filter((clientId) => known.has(clientId)), ...linesOf(others)])];
    save.start([{ allow, clientIds, builtin }], closeAndNotify(onClose, t('policy.done')));
  };
  return (
    <ConfirmDialog
      title={t('policy.title')}
      confirmLabel={t('policy.save')}
      action={save}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Radio.Group
        label={t('policy.rule')}
        value={allow}
        onChange={(chosen) => setAllow(APPLICATION_RULES.find((rule) => rule === chosen) ?? allow)}
      >
        <Stack gap="xs" mt={8}>
          <Radio value="every" label={t('policy.every')} description={t('policy.everyHint')} />
          <Radio value="listed" label={t('policy.listed')} description={t('policy.listedHint')} />
        </Stack>
      </Radio.Group>
      {allow === 'listed' && (
        <>
          <Checkbox
            label={t('policy.builtin')}
            description={t('policy.builtinHint')}
            checked={builtin}
            onChange={(event) => setBuiltin(event.currentTarget.checked)}
          />
          {known.size > 0 && (
            <Stack gap="xs" role="group" aria-label={t('policy.known')}>
              {[...known].map(([clientId, name]) => (
                <Checkbox
                  key={clientId}
                  label={name}
                  description={<span className="bh-mono bh-anywhere">{clientId}</span>}
                  checked={listed.includes(clientId)}
                  onChange={({ currentTarget: { checked } }) =>
                    setListed((before) => [
                      ...before.filter((each) => each !== clientId),
                      ...(checked ? [clientId] : []),
                    ])
                  }
                />
              ))}
            </Stack>
          )}
          <LinesInput
            label={t('policy.clientIds')}
            description={t('policy.clientIdsHint')}
            value={others}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
