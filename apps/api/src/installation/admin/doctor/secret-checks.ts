import { countHashed } from '@billhook/identity/keys/hashed-counts';
import { countKeyed, countLate } from '@billhook/invoicing/document-chain/chain-confirmation';
import { renderingTime, waitingPdfs } from '@billhook/invoicing/documents/waiting-renderers';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { secretWeakness } from '@billhook/platform/secret-weakness.rules';
import { countSealed, LASTING_PURPOSES } from '@billhook/webhooks/endpoints/resealing';
import { ok, problem, warning, type DoctorCheck, type DoctorFinding, type DoctorParts } from './doctor-finding.js';

/** A worker links new entries every 5 seconds. */
const LINK_MINUTES = 10;

const MIGRATE = 'Run node tools/node.cjs apps/api/dist/migrate.js (npm start does it).';

/** Checks of APP_SECRETS, alone and against the data, and of the documents that it protects, in the order of the report. */
export const SECRET_CHECKS: readonly DoctorCheck[] = [
  { name: 'secrets', needs: 'nothing', check: checkSecrets, advice: 'Correct APP_SECRETS.' },
  { name: 'stored data', needs: 'tables', check: checkStoredData, advice: MIGRATE },
  { name: 'document chains', needs: 'tables', check: checkChains, advice: MIGRATE },
  { name: 'PDFs', needs: 'tables', check: checkPdfs, advice: MIGRATE },
];

async function checkSecrets({ env }: DoctorParts): Promise<DoctorFinding> {
  const { APP_SECRETS: secrets, DATABASE_URL, NODE_ENV: purpose } = env;
  const weaknesses = secrets.map(secretWeakness);
  const at = weaknesses.findIndex((weakness) => weakness !== undefined);
  if (at >= 0)
    return problem(
      `Secret ${at + 1} of APP_SECRETS ${weaknesses[at]}, so it can be guessed.`,
      'Create one with openssl rand -base64 48, and replace it as docs/operations.md, "Secrets", describes.',
    );
  if (new Set(secrets).size < secrets.length)
    return warning('APP_SECRETS contains a secret twice.', 'Remove the second one.');
  const { password, username } = new URL(DATABASE_URL);
  if (purpose === 'production' && password !== '' && password === username)
    return problem('The password of the database equals its user.', `Run: ALTER ROLE "${username}" PASSWORD '…'`);
  if (secrets.length > 1)
    return warning(
      'APP_SECRETS contains an old secret.',
      'npm run admin -- sealed-with shows whether it is still needed.',
    );
  return ok('APP_SECRETS consists of no words and no repetitions.');
}

/** Data that another secret protects is lost without it, and such a key is rejected. */
async function checkStoredData({ db, env }: DoctorParts): Promise<DoctorFinding> {
  const { versions } = new AppSecrets(env.APP_SECRETS);
  const stored = [...(await countSealed(db, LASTING_PURPOSES)), ...(await countHashed(db))];
  const unknown = stored.filter(({ version }) => !versions.includes(version));
  if (unknown.length > 0)
    return problem(
      `APP_SECRETS lacks the secret of ${unknown.map(({ count, words }) => `${count} ${words}`).join(', ')}.`,
      'Add the secret of this database to APP_SECRETS, in the same order in all programs: npm run admin -- sealed-with lists what each protects.',
    );
  const count = stored.reduce((sum, each) => sum + each.count, 0);
  return ok(`APP_SECRETS has the secret of every stored value (${count} checked).`);
}

/** Also of one of several cells. */
export async function checkChains({ db, env }: DoctorParts): Promise<DoctorFinding> {
  const { versions } = new AppSecrets(env.APP_SECRETS);
  const [first] = (await countKeyed(db)).filter(({ version }) => !versions.includes(version));
  if (first)
    return problem(
      `APP_SECRETS lacks the secret ${first.version} of ${first.count} ${first.words}.`,
      'Add the secret again, run npm run admin -- confirm-chains, then remove the secret.',
    );
  const refused = await countLate(db, LINK_MINUTES);
  if (refused > 0)
    return problem(
      `${refused} ${refused === 1 ? 'entry has' : 'entries have'} waited for ${LINK_MINUTES} minutes to be linked.`,
      'Start a worker. If one runs: npm run audit-verify names entries that Billhook did not write.',
    );
  return ok('No entry waits to be linked, and APP_SECRETS has the secrets of the heads.');
}

/** PDFs that wait for a request are no problem, unless another release has to render them. */
export async function checkPdfs({ db, env }: DoctorParts): Promise<DoctorFinding> {
  const { waiting, failed, other } = await waitingPdfs(db);
  if (other > 0)
    return problem(
      `${other} issued ${other === 1 ? 'document waits' : 'documents wait'} for the PDF of another release, which renders PDFs differently.`,
      `Start the worker of that release with PDF_RENDER_AHEAD=true (${renderingTime(other)} with one thread).`,
    );
  if (failed > 0)
    return warning(
      `${failed} ${failed === 1 ? 'PDF' : 'PDFs'} could not be rendered.`,
      'Search the log of the worker for "could not render a PDF". docs/operations.md, "PDFs", lists the documents.',
    );
  if (waiting === 0) return ok('No issued document waits for its PDF.');
  const when = env.PDF_RENDER_AHEAD
    ? `the worker needs ${renderingTime(waiting)} with one thread`
    : 'rendered when first requested';
  return ok(`${waiting} issued ${waiting === 1 ? 'document waits' : 'documents wait'} for the PDF: ${when}.`);
}
