import { errorCatalogue, errorIndex, keyErrors } from './errors.js';
import { eventCatalogue, eventForms, eventIndex } from './events.js';
import { invoiceActions, invoiceDiagram } from './invoice-states.js';
import { quoteActions, quoteDiagram } from './quote-states.js';
import { permissionTable, rolesTable } from './permissions.js';
import { stepUpTable } from './step-up.js';
import { verificationBlock, verificationMistakes } from './verification.js';
import { attemptErrors, endpointHealth, endpointLadder, filterComparisons } from './webhooks.js';

/** The content that a guide can include with a line `{{name}}`. Drawings have no Markdown form, so the guide's text must suffice. */
const DIRECTIVES: Readonly<Record<string, { readonly html: () => string; readonly markdown: () => string }>> = {
  'attempt-errors': same(attemptErrors),
  'endpoint-health': same(endpointHealth),
  'endpoint-ladder': same(endpointLadder),
  'error-catalogue': { html: errorIndex, markdown: errorCatalogue },
  'event-catalogue': { html: eventIndex, markdown: eventCatalogue },
  'event-forms': same(eventForms),
  'filter-comparisons': same(filterComparisons),
  'key-errors': same(keyErrors),
  'invoice-actions': same(invoiceActions),
  'invoice-diagram': { html: invoiceDiagram, markdown: () => '' },
  'quote-actions': same(quoteActions),
  'quote-diagram': { html: quoteDiagram, markdown: () => '' },
  permissions: same(permissionTable),
  roles: same(rolesTable),
  'step-up': same(stepUpTable),
  'verification-mistakes': same(verificationMistakes),
  'verify-typescript': same(() => verificationBlock('typescript', 'v1')),
  'verify-python': same(() => verificationBlock('python', 'v1')),
  'verify-php': same(() => verificationBlock('php', 'v1')),
  'verify-go': same(() => verificationBlock('go', 'v1')),
  'verify-ruby': same(() => verificationBlock('ruby', 'v1')),
  'verify-java': same(() => verificationBlock('java', 'v1')),
  'verify-public-key-typescript': same(() => verificationBlock('typescript', 'v1a')),
  'verify-public-key-python': same(() => verificationBlock('python', 'v1a')),
};

function same(make: () => string) {
  return { html: make, markdown: make };
}

/** Replaces the directives of a guide. An unknown one fails the build. */
export function fill(markdown: string, form: 'html' | 'markdown'): string {
  return markdown.replace(/^\{\{([a-z-]+)\}\}$/gm, (_, name: string) => {
    const directive = DIRECTIVES[name];
    if (!directive) throw new Error(`no directive {{${name}}}`);
    return directive[form]();
  });
}
