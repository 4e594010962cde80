import { text } from 'node:stream/consumers';
import lighthouse from 'lighthouse';

/*
 * Audits one page. Reads `{ browserPort, url, cookie }` as JSON, writes the score of each category and the audits that did not pass. The
 * cookie is not an argument, because arguments are visible to every user of the machine.
 */

const CATEGORIES = ['accessibility', 'best-practices'];

const { browserPort, url, cookie } = JSON.parse(await text(process.stdin));
const { lhr } = await lighthouse(url, {
  port: browserPort,
  onlyCategories: CATEGORIES,
  output: 'json',
  logLevel: 'error',
  ...(cookie && { extraHeaders: { Cookie: cookie } }),
});
if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
process.stdout.write(
  JSON.stringify({
    finalUrl: lhr.finalDisplayedUrl,
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, lhr.categories[id].score])),
    failed: CATEGORIES.flatMap((id) => lhr.categories[id].auditRefs)
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => lhr.audits[id])
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, title }) => `${id}: ${title}`),
  }),
);
