import type { PackageArchive } from '@billhook/contract/installation/archives';
import { STEP_UP_OPERATIONS, type StepUpRow } from '@billhook/domain/identity/step-up';
import { table } from '../content/html.js';
import { archiveTable } from '../downloads/archives.js';
import type { ApiOperation, PublishedDocument } from '../openapi/api-operations.js';
import { errorCatalogue, errorIndex, keyErrors } from './errors.js';
import { eventCatalogue, eventForms, eventIndex } from './events.js';
import { resourceTable, whereToLook } from './introduction.js';
import { operationIndex } from './operations.js';
import { permissionCatalogue, permissionTable, rolesTable } from './permissions.js';
import {
  invoiceActions,
  invoiceDiagram,
  keyDiagram,
  quoteActions,
  quoteDiagram,
  deliveryDiagram,
  healthDiagram,
  runDiagram,
} from './state-diagrams.js';
import { receiverBlock, verificationBlock, verificationMistakes } from './verification.js';
import { attemptErrors, certificationCases, endpointHealth, endpointLadder, filterComparisons } from './webhooks.js';

/** The content of directives, in addition to the tables of the domain. */
export interface DirectiveText {
  readonly document: PublishedDocument;
  readonly operations: readonly ApiOperation[];
  readonly archives: readonly PackageArchive[];
}

type Part = (described: DirectiveText) => string;

/** The content that a guide can include with a line `{{name}}`. */
const DIRECTIVES: Readonly<Record<string, { readonly html: Part; readonly markdown: Part }>> = {
  archives: same(({ archives }) => archiveTable(archives)),
  'attempt-errors': same(attemptErrors),
  'certification-cases': same(certificationCases),
  'endpoint-health': same(endpointHealth),
  'endpoint-ladder': same(endpointLadder),
  'error-catalogue': { html: errorIndex, markdown: errorCatalogue },
  'event-catalogue': { html: eventIndex, markdown: eventCatalogue },
  'event-forms': same(eventForms),
  'filter-comparisons': same(filterComparisons),
  'key-errors': same(keyErrors),
  'invoice-actions': same(invoiceActions),
  'invoice-diagram': drawing(invoiceDiagram),
  'quote-actions': same(quoteActions),
  'quote-diagram': drawing(quoteDiagram),
  'delivery-diagram': drawing(deliveryDiagram),
  'health-diagram': drawing(healthDiagram),
  'key-diagram': drawing(keyDiagram),
  'run-diagram': drawing(runDiagram),
  'where-to-look': same(whereToLook),
  resources: same(({ document }) => resourceTable(document)),
  operations: same(({ operations, document }) => operationIndex(operations, document)),
  permissions: same(permissionTable),
  'permission-catalogue': same(({ operations }) => permissionCatalogue(operations)),
  roles: same(rolesTable),
  'step-up': same(stepUpTable),
  'verification-mistakes': same(verificationMistakes),
  'verify-typescript': same(() => verificationBlock('typescript', 'v1')),
  'verify-python': same(() => verificationBlock('python', 'v1')),
  'verify-php': same(() => verificationBlock('php', 'v1')),
  'verify-go': same(() => verificationBlock('go', 'v1')),
  'verify-ruby': same(() => verificationBlock('ruby', 'v1')),
  'verify-java': same(() => verificationBlock('java', 'v1')),
  'receiver-typescript': same(() => receiverBlock('typescript')),
  'receiver-python': same(() => receiverBlock('python')),
  'receiver-php': same(() => receiverBlock('php')),
  'receiver-go': same(() => receiverBlock('go')),
  'receiver-ruby': same(() => receiverBlock('ruby')),
  'receiver-java': same(() => receiverBlock('java')),
  'verify-public-key-typescript': same(() => verificationBlock('typescript', 'v1a')),
  'verify-public-key-python': same(() => verificationBlock('python', 'v1a')),
};

/** Programs read the table of a drawing. */
function drawing(make: () => string) {
  return { html: make, markdown: () => /\n(\|[^]*\|)\n/.exec(make())?.[1] ?? '' };
}

function same(make: Part) {
  return { html: make, markdown: make };
}

/** Replaces the directives of a guide. An unknown one fails the build. */
export function fill(markdown: string, form: 'html' | 'markdown', described: DirectiveText): string {
  return markdown.replace(/^\{\{([a-z-]+)\}\}$/gm, (_, name: string) => {
    const directive = DIRECTIVES[name];
    if (!directive) throw new Error(`no directive {{${name}}}`);
    return directive[form](described);
  });
}

/** The operations of the settings and the webhook portal that require the password, as a Markdown table. */
export function stepUpTable(): string {
  const rows: readonly (readonly [string, StepUpRow])[] = Object.entries(STEP_UP_OPERATIONS);
  return table(
    ['What it grants', 'Password required', 'Operation'],
    rows.map(([operation, { gives, when }]) => [
      gives,
      when === undefined ? 'always' : `when ${when}`,
      `\`${operation.replace(/:(\w+)/g, '{$1}')}\``,
    ]),
  );
}
