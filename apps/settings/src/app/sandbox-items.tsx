import { MAX_SANDBOXES } from '@billhook/domain/shared/sandbox-limit';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Menu } from '@mantine/core';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { useOpenSandbox, useSandboxes } from '../identity/session/sandboxes.queries.js';
import { useHolds, useSignedIn } from '../shared/session/signed-in.js';

/** The sandboxes of the company in the account menu: one click opens one, or creates it. */
export function SandboxItems() {
  const { t } = useTexts('settings');
  const { company } = useSignedIn();
  const mayCreate = useHolds('api_key.create') && company.kind === 'Production';
  const sandboxes = useSandboxes();
  const open = useOpenSandbox();
  // The open sandbox is selected in the list of companies.
  const others = (sandboxes.data?.data ?? []).filter(({ id, deletesAt }) => deletesAt === null && id !== company.id);
  const creates = sandboxes.data !== undefined && mayCreate && sandboxes.data.data.length < MAX_SANDBOXES;
  if (others.length === 0 && !creates) return null;
  const start = (...sandbox: Parameters<typeof open.start>[0]) =>
    open.start(sandbox, { onError: ({ message }) => notify.failed(message) });
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('sandbox.list')}</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item
          key={id}
          closeMenuOnClick={false}
          leftSection={<IconFlask size={16} />}
          disabled={open.pending}
          className="bh-anywhere"
          onClick={() => start(id)}
        >
          {name}
        </Menu.Item>
      ))}
      {creates &&
        [false, true].map((examples) => (
          <Menu.Item
            key={String(examples)}
            closeMenuOnClick={false}
            leftSection={<IconPlus size={16} />}
            disabled={open.pending}
            onClick={() => start({ examples })}
          >
            {t(examples ? 'sandbox.createWithExamples' : 'sandbox.create')}
          </Menu.Item>
        ))}
    </>
  );
}
