import './sandbox-bar.css';
import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../use-texts.js';

/** Above every page of a sandbox: what it is. @param children a button at its end */
export function SandboxBar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTexts('ui');
  return (
    <div className="bh-sandbox" role="note">
      <IconFlask size={18} aria-hidden="true" />
      <p>
        <strong>{t('sandbox.title')}</strong> <span>{t('sandbox.body')}</span>
      </p>
      {children}
    </div>
  );
}
