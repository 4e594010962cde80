import { useNavigate, useParams } from '@tanstack/react-router';
import { useContext } from 'react';
import { WebhooksBase } from './webhooks-base.js';

/** Opens another webhook page, by its path below the base. */
export function useOpenWebhooksPage(): (to: string) => void {
  const base = useContext(WebhooksBase);
  const navigate = useNavigate();
  return (to) => void navigate({ to: base + to });
}

/** A parameter of the path, as `eventType`. */
export function useTextInPath(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}

/** A parameter of the path, as `endpointId`. */
export function useNumberInPath(name: string): number {
  return Number(useTextInPath(name));
}

interface ReplacedSearch {
  readonly to: '.';
  readonly search: object;
  readonly replace: boolean;
}

/**
 * Replaces the search of the address. The type of a search covers every route of the program that shows the page, and a library does not know them.
 */
export const useSetSearch = useNavigate as unknown as () => (next: ReplacedSearch) => Promise<void>;
