import { IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../use-texts.js';

function watchConnection(watch: () => void): () => void {
  addEventListener('online', watch);
  addEventListener('offline', watch);
  return () => {
    removeEventListener('online', watch);
    removeEventListener('offline', watch);
  };
}

/** A line at the top of the window while the browser is offline. Inside a frame the outer page shows it. */
export function OfflineLine() {
  const { t } = useTexts('ui');
  const online = useSyncExternalStore(watchConnection, () => navigator.onLine);
  const shown = !online && window.parent === window;
  return (
    <div role="status" className="bh-offline" data-shown={shown || undefined}>
      {shown && (
        <>
          <IconWifiOff size={18} aria-hidden="true" /> {t('offline')}
        </>
      )}
    </div>
  );
}
