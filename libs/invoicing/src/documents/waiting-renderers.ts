import { UnusableDatabaseError } from '@billhook/db/database-problem.rules';
import type { ReadRunner } from '@billhook/db/statement';
import { RENDERER_VERSION } from '@billhook/pdf/renderer-version';

/** PDFs that a worker with one thread renders and stores in a minute: the goal of `npm run bench -- write:pdfs`. */
const PER_MINUTE = 25 * 60;

/** How many documents wait for their PDF, and how many of them for another version of the renderer. */
export interface WaitingPdfs {
  readonly waiting: number;
  readonly failed: number;
  /** Of a renderer that an earlier release has. */
  readonly earlier: number;
  /** Of any other renderer than this one. */
  readonly other: number;
}

/** @param version of this program's renderer */
export async function waitingPdfs(db: ReadRunner, version = RENDERER_VERSION): Promise<WaitingPdfs> {
  const [row] = await db.query<WaitingPdfs & Record<string, unknown>>({
    name: 'document_files_renderers',
    text: `SELECT count(*)::int AS waiting, count(failed_at)::int AS failed,
        (count(*) FILTER (WHERE renderer < $1))::int AS earlier,
        (count(*) FILTER (WHERE renderer <> $1))::int AS other FROM document_files WHERE bytes IS NULL`,
    values: [version],
  });
  return row ?? { waiting: 0, failed: 0, earlier: 0, other: 0 };
}

/** The time in which one worker with one thread renders PDFs, as a text. */
export function renderingTime(count: number): string {
  const minutes = Math.ceil(count / PER_MINUTE);
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}

/**
 * A check of the schema step: no document is rendered by another version of the renderer than the one of its issue.
 * @throws UnusableDatabaseError while documents of an earlier version wait for their PDF
 */
export async function requireRendered(db: ReadRunner, version = RENDERER_VERSION): Promise<void> {
  const [column] = await db.query<{ exists: boolean }>({
    name: 'document_files_renderer',
    text: `SELECT EXISTS (SELECT FROM pg_attribute
      WHERE attrelid = to_regclass('document_files') AND attname = 'renderer' AND NOT attisdropped) AS exists`,
  });
  if (!column?.exists) return;
  const { earlier } = await waitingPdfs(db, version);
  if (earlier === 0) return;
  const [documents, wait] = earlier === 1 ? ['document', 'waits'] : ['documents', 'wait'];
  throw new UnusableDatabaseError({
    detail: `${earlier} issued ${documents} ${wait} for the PDF of the release that issued them, and this release renders PDFs differently.`,
    advice: `Start the worker of the previous release with PDF_RENDER_AHEAD=true, wait until doctor reports no waiting PDF (${renderingTime(earlier)} with one thread), and run the schema step again.`,
  });
}
