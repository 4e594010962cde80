import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { until } from '../base/stack.mjs';
import { anInvoice } from './read.mjs';
import { draftPaths, SEND } from './write-send.mjs';

const LEAST = 25;

/** How many PDFs of issued invoices one worker renders and stores in a second, from its first to its last. */
export async function pdfRow({ stack, quick }) {
  const rates = [];
  for (let round = 0; round < (quick ? 1 : 2); round++) rates.push(await rateOf(stack, quick ? 100 : 400));
  await stack.worker.end();
  stack.worker = stack.startWorker();
  return [
    measured({
      id: 'pdfs-of-invoices',
      name: 'PDFs of issued invoices that one worker with one thread renders and stores',
      figure: `${median(rates).toFixed(1)}/s`,
      value: median(rates),
      unit: '/s',
      spread: between(rates, 1, '/s'),
      goal: { text: `≥ ${LEAST}/s`, met: median(rates) >= LEAST },
      next: 'profile the thread, where the layout of text takes the largest part.',
    }),
  ];
}

/** Without the worker while the invoices are issued, so that all PDFs wait when it starts. */
async function rateOf(stack, count) {
  await stack.worker.end();
  const paths = await draftPaths(stack, await anInvoice(stack), count);
  const authorizations = [`Bearer ${stack.key}`];
  const sent = await stack.load({
    port: stack.port,
    connections: 8,
    authorizations,
    body: JSON.stringify(SEND),
    paths,
    ms: 0,
  });
  stack.worker = stack.startWorker({ PDF_RENDER_AHEAD: 'true' });
  let drawn;
  await until(async () => {
    [drawn] = await stack.databases.query(
      `SELECT count(*)::int AS count, extract(epoch FROM max(drawn_at) - min(drawn_at))::float8 AS seconds
        FROM (SELECT drawn_at FROM document_files ORDER BY asked_at DESC LIMIT $1) latest WHERE drawn_at IS NOT NULL`,
      [sent.count],
    );
    return drawn.count === sent.count;
  }, 600_000);
  return (sent.count - 1) / drawn.seconds;
}
