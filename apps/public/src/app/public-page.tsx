import { useTexts } from '@billhook/ui/use-texts';
import { Button, Loader } from '@mantine/core';
import { IconCloudOff, IconLinkOff, type Icon } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import type { Opened } from '../document/opened.js';
import { useDocument } from '../document/use-document.js';
import { isLinkInPath, previewOf, useLinkToken } from '../document/use-link-token.js';
import { CrashBoundary } from './crash-boundary.js';
import { DocumentPage } from './document-page.js';
import { PageBar } from './page-bar.js';

interface PublicPageProps {
  readonly token: string;
  /** What the server rendered. */
  readonly opened?: Opened | undefined;
  /** Instead of a document. */
  readonly clientPage?: ReactNode;
}

export function PublicPage(props: PublicPageProps) {
  return (
    <CrashBoundary fallback={<NotLoaded onRetry={() => location.reload()} />}>
      <LinkedPage {...props} />
    </CrashBoundary>
  );
}

/** The page of a document or of a client, or the reason why it cannot be shown. */
function LinkedPage({ token: rendered, opened, clientPage }: PublicPageProps) {
  const token = useLinkToken(rendered);
  if (clientPage) return clientPage;
  return <LinkedDocument token={token} opened={opened} />;
}

function LinkedDocument({ token, opened }: PublicPageProps) {
  const { loaded, show, reload } = useDocument(token, opened?.loaded);
  // The server failed to render it. The browser cannot open a link to all documents, so it must not call the link invalid.
  const wasNotRendered = !opened && isLinkInPath();
  const retry = wasNotRendered ? () => location.reload() : reload;
  switch (loaded.state) {
    case 'loading':
      return <Loading />;
    case 'invalid':
      if (wasNotRendered) return <NotLoaded onRetry={retry} />;
      return <LinkInvalid isPreview={previewOf(token) !== undefined} />;
    case 'failed':
      return <NotLoaded onRetry={retry} />;
    case 'shown':
      return <DocumentPage key={token} token={token} document={loaded.document} onChanged={show} onReload={reload} />;
  }
}

/** A page without a document. */
function Plain({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <PageBar />
      <main className="pd-plain">{children}</main>
    </>
  );
}

function Notice({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) {
  return (
    <Plain title={title}>
      <Icon size={32} stroke={1.5} aria-hidden="true" />
      <h1>{title}</h1>
      {children}
    </Plain>
  );
}

function Loading() {
  const { t } = useTexts('document');
  return (
    <Plain title={t('loading')}>
      <Loader role="status" aria-label={t('loading')} />
    </Plain>
  );
}

/** Explains that this address does not open a document, and shows no part of one. */
function LinkInvalid({ isPreview }: { isPreview: boolean }) {
  const { t } = useTexts('document');
  return (
    <Notice icon={IconLinkOff} title={t(isPreview ? 'preview.none' : 'invalid.title')}>
      <p>{t(isPreview ? 'preview.noneBody' : 'invalid.body')}</p>
    </Notice>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTexts('document');
  const ui = useTexts('ui');
  return (
    <Notice icon={IconCloudOff} title={t('failed.title')}>
      <p>{t('failed.body')}</p>
      <Button onClick={onRetry}>{ui.t('retry')}</Button>
    </Notice>
  );
}
