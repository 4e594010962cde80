/**
 * The members of the company by which clients learn where to pay and whom to ask. The legal notice and the texts of documents are printed, so they
 * could name another account.
 */
export const PAYMENT_MEMBERS = [
  ...(['iban', 'bic', 'paymentLink', 'email', 'replyTo', 'legalNotice'] as const),
  ...(['paymentTerms', 'terms', 'notes'] as const),
] as const;
export type PaymentMember = (typeof PAYMENT_MEMBERS)[number];

type TextByLocale = { readonly [locale: string]: string | undefined } | null;

/** The payment members of a company, with their values. */
export interface PaymentDetails extends Readonly<
  Record<Exclude<PaymentMember, 'paymentTerms' | 'terms' | 'notes'>, string | null>
> {
  readonly paymentTerms: { readonly text?: string | undefined } | null;
  readonly terms: TextByLocale;
  readonly notes: TextByLocale;
}

/** What a client reads of a member, or null. Of the payment terms, only the text: days name no account. */
export function readOf(details: PaymentDetails, member: PaymentMember): string | null {
  if (member === 'paymentTerms') return details.paymentTerms?.text ?? null;
  if (member !== 'terms' && member !== 'notes') return details[member];
  const texts = Object.values(details[member] ?? {}).filter((text) => text !== undefined);
  return texts.length === 0 ? null : texts.join('\n');
}

/** How long a password confirmation or a sign-in with a password is valid. */
export const STEP_UP_MINUTES = 10;

export interface StepUpRow {
  /** What the operation gives access to. */
  readonly gives: string;
  /** When the operation requires the password, if not always. The service decides. */
  readonly when?: string;
}

/**
 * Operations that give permissions or show secrets require the password, in case a browser is left open. The access gate checks rows
 * without `when`. A spec lists all other routes of the settings and the portal, with the reason.
 */
export const STEP_UP_OPERATIONS = {
  'POST /app/api-keys': { gives: 'A new API key' },
  'POST /app/api-keys/:id/rotate': { gives: 'A successor of an API key' },
  'PATCH /app/api-keys/:id': {
    gives: 'New networks for an API key',
    when: 'the key may be used from more addresses than before',
  },
  'POST /app/members/:id/api-keys': { gives: 'A new API key of a service member' },
  'POST /app/company/api-keys/:id/rotate': { gives: 'A successor of an API key of a service member' },
  'PATCH /app/company/api-keys/:id': {
    gives: 'New networks for an API key of a service member',
    when: 'the key may be used from more addresses than before',
  },
  'PUT /app/company/key-policy': {
    gives: 'A new policy for API keys',
    when: 'it allows longer lifetimes, or keys without networks',
  },
  'POST /app/oauth/interactions/:uid': { gives: 'Access for an application', when: 'the decision is allow' },
  'POST /app/oauth/devices/:userCode': { gives: 'Access for an application', when: 'the decision is allow' },
  'POST /app/oauth/applications': { gives: 'A client secret' },
  'PATCH /app/oauth/applications/:id': {
    gives: 'Other redirect URIs for an application',
    when: 'the body has redirectUris',
  },
  'POST /app/oauth/applications/:id/secrets': { gives: 'A client secret' },
  'PUT /app/company/application-policy': {
    gives: 'A new policy for applications',
    when: 'it allows more applications',
  },
  'PATCH /app/company': {
    gives: 'Reopening a closed period, or another bank account, payment link or reply address for clients',
    when: 'the lock date moves back, or the IBAN, BIC, payment link, email address, reply address, legal notice or a text of documents changes',
  },
  'POST /app/company/exports': { gives: 'An export of everything that the company owns' },
  'GET /app/company/exports/:id/archive': { gives: 'Everything that the company owns as a file' },
  'POST /app/company/deletion': { gives: 'The deletion of the company' },
  'POST /app/invitations': { gives: 'An invitation to the company' },
  'POST /app/invitations/:id/resend': { gives: 'A new link for an invitation' },
  'POST /app/members': { gives: 'A service member' },
  'PATCH /app/members/:id': { gives: 'A new role or new permissions', when: 'the member gains a permission' },
  'POST /app/members/:id/reactivate': { gives: 'Access for a deactivated member' },
  'POST /app/account/second-factor': { gives: 'The secret for two-factor authentication' },
  'POST /app/account/second-factor/confirm': { gives: 'Two-factor authentication and its recovery codes' },
  'POST /app/account/second-factor/disable': { gives: 'Signing in without two-factor authentication' },
  'POST /app/account/second-factor/recovery-codes': { gives: 'New recovery codes' },
  'GET /app/audit-log/export': { gives: 'The audit log as a file' },
  'GET /portal/api/webhook-endpoints/:id/secret': { gives: 'The signing secret of an endpoint' },
  'POST /portal/api/webhook-endpoints/:id/rotate-secret': { gives: 'A new signing secret of an endpoint' },
  'POST /portal/api/webhook-endpoints/:id/end-previous-secrets': {
    gives: 'Messages that only the current signing secret verifies',
  },
} as const satisfies Readonly<Record<string, StepUpRow>>;

export type StepUpOperation = keyof typeof STEP_UP_OPERATIONS;

const ROWS: Readonly<Record<string, StepUpRow>> = STEP_UP_OPERATIONS;

/**
 * The row of an operation, or undefined.
 * @param path in the router's notation: `/app/members/:id`
 */
export function stepUpOf(method: string, path: string): StepUpRow | undefined {
  // The router handles HEAD with the handler of GET.
  const name = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  return Object.hasOwn(ROWS, name) ? ROWS[name] : undefined;
}

/** Whether the password confirmation is still valid. */
export const isConfirmed = (confirmedAt: Date, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() <= STEP_UP_MINUTES * 60_000;
