import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly deploy?: { readonly resources: { readonly limits: { readonly cpus: string; readonly memory: string } } };
}

const FILE = new URL('../../../../docker-compose.yml', import.meta.url);

// ${NAME}, ${NAME:-default} and ${NAME:?error}
const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/**
 * The services of docker-compose.yml, with its variables replaced as Compose does.
 * @throws an Error for a required variable that is not set
 */
export function composeServices(variables: Readonly<Record<string, string>>): Record<string, ComposeService> {
  const replaced = (text: string): string =>
    text.replace(VARIABLE, (_, name: string, kind?: string, rest = '') => {
      const value = variables[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${rest}`);
      return value === '' && kind === '-' ? rest : value;
    });
  const { services } = parse(readFileSync(FILE, 'utf8'), { merge: true }) as { services: object };
  return JSON.parse(JSON.stringify(services), (_, value: unknown) =>
    typeof value === 'string' ? replaced(value) : value,
  ) as Record<string, ComposeService>;
}
