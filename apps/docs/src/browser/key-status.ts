/** What the page knows about the pasted key, or the access token of the sign-in. */
export type CheckedKey =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'good'; readonly text: string; readonly permissions: readonly string[] }
  | { readonly kind: 'refused'; readonly text: string };

interface PermissionsAnswer {
  readonly effective: readonly string[];
  readonly key: { readonly name: string; readonly prefix: string } | null;
  readonly company: { readonly name: string };
  readonly sandbox?: boolean;
}

const count = (n: number) => (n === 1 ? '1 permission' : `${n} permissions`);

/** Asks the API whose key or access token this is. Never throws: every error is a status. */
export async function askWhoseKey(secret: string): Promise<CheckedKey> {
  try {
    const { ok, status, answer } = await ask('/v1/me/permissions', secret);
    if (!ok || !isPermissionsAnswer(answer)) return { kind: 'refused', text: `${status}: ${refusal(answer)}` };
    const { effective: permissions, company, key, sandbox } = answer;
    const whose = key ? `Key: ${key.name} (${key.prefix}…)` : `Access token: ${await memberOf(secret)}`;
    return {
      kind: 'good',
      text: `${whose} of ${company.name} (${sandbox ? 'sandbox' : 'production'}), ${count(permissions.length)}`,
      permissions,
    };
  } catch {
    return { kind: 'refused', text: 'The API did not respond.' };
  }
}

async function ask(path: string, secret: string): Promise<{ ok: boolean; status: number; answer: unknown }> {
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${secret}` },
    credentials: 'omit',
    cache: 'no-store',
  });
  return { ok: response.ok, status: response.status, answer: await response.json() };
}

/** The member who authorised an access token. */
async function memberOf(token: string): Promise<string> {
  const { answer } = await ask('/v1/me', token);
  const { creator } = answer as { readonly creator?: { readonly name?: string } };
  return creator?.name ?? 'a member';
}

function isPermissionsAnswer(answer: unknown): answer is PermissionsAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'effective' in answer && 'key' in answer && 'company' in answer
  );
}

/** Title and detail of a problem document. */
function refusal(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('title' in answer))
    return 'The key or access token was rejected.';
  return `${String(answer.title)}. ${'detail' in answer ? String(answer.detail) : ''}`.trim();
}
