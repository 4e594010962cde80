/** What the page knows about the pasted key. */
export type KeyStatus =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'good'; readonly text: string; readonly permissions: readonly string[] }
  | { readonly kind: 'refused'; readonly text: string };

interface KeyAnswer {
  readonly effective: readonly string[];
  readonly key: { readonly name: string; readonly prefix: string };
  readonly company: { readonly name: string };
}

const count = (n: number) => (n === 1 ? '1 permission' : `${n} permissions`);

/** Asks the API whose key this is. Never throws: every error is a status. */
export async function askWhoseKey(key: string): Promise<KeyStatus> {
  try {
    const response = await fetch('/v1/me/permissions', {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      cache: 'no-store',
    });
    const answer: unknown = await response.json();
    if (response.ok && isKeyAnswer(answer)) {
      const { effective: permissions, company } = answer;
      const text = `${answer.key.name} (${answer.key.prefix}…) of ${company.name}, ${count(permissions.length)}`;
      return { kind: 'good', text, permissions };
    }
    return { kind: 'refused', text: `${response.status}: ${refusal(answer)}` };
  } catch {
    return { kind: 'refused', text: 'The API did not respond.' };
  }
}

function isKeyAnswer(answer: unknown): answer is KeyAnswer {
  return (
    typeof answer === 'object' && answer !== null && 'effective' in answer && 'key' in answer && 'company' in answer
  );
}

/** Title and detail of a problem document. */
function refusal(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('title' in answer)) return 'The key was rejected.';
  return `${String(answer.title)}. ${'detail' in answer ? String(answer.detail) : ''}`.trim();
}
