import './app/styles.js';
import { startI18n } from '@billhook/ui/i18n';
import { createRoot } from 'react-dom/client';
import { PublicPage } from './app/public-page.js';
import { Providers } from './app/providers.js';
import { texts } from './texts/texts.js';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void startI18n(texts).then(() =>
  createRoot(root).render(
    <Providers>
      <PublicPage />
    </Providers>,
  ),
);
