import type {
  ApplicationView,
  CreateApplication,
  UpdateApplication,
} from '@billhook/contract/identity/oauth/application';
import type { ApplicationType } from '@billhook/domain/identity/application';
import type { Permission } from '@billhook/domain/identity/permissions';

/** What the form of an application contains. */
export interface ApplicationValues {
  name: string;
  homepage: string;
  logoUrl: string;
  type: ApplicationType;
  redirectUris: string;
  /** Whether it can request every permission; `scopes` is then ignored. */
  every: boolean;
  scopes: readonly Permission[];
}

export const NEW_APPLICATION: ApplicationValues = {
  name: '',
  homepage: '',
  logoUrl: '',
  type: 'confidential',
  redirectUris: '',
  every: false,
  scopes: [],
};

export const valuesOf = (application: ApplicationView): ApplicationValues => ({
  name: application.name,
  homepage: application.homepage ?? '',
  logoUrl: application.logoUrl ?? '',
  type: application.type,
  redirectUris: application.redirectUris.join('\n'),
  every: application.scopes.length === 0,
  scopes: application.scopes,
});

/** The lines of a text without the empty ones: redirect URIs or client IDs, which contain no spaces. */
export const linesOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const bodyOf = ({ name, homepage, logoUrl, redirectUris, every, scopes }: ApplicationValues) => ({
  name: name.trim(),
  homepage: homepage.trim() || null,
  logoUrl: logoUrl.trim() || null,
  redirectUris: linesOf(redirectUris),
  scopes: every ? [] : [...scopes],
});

export const createBodyOf = (values: ApplicationValues): CreateApplication => ({
  ...bodyOf(values),
  type: values.type,
});

/** Only the differences: unchanged redirect URIs require no password. */
export function updateBodyOf(values: ApplicationValues, before: ApplicationView): UpdateApplication {
  const after = bodyOf(values);
  const old = bodyOf(valuesOf(before));
  const changed = Object.entries(after).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(old[member as keyof typeof old]),
  );
  return Object.fromEntries(changed);
}
