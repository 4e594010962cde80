import type { ReactNode } from 'react';
import { PageLink } from '../../shared/workspace/links.js';
import type { KeyOwner } from './keys.queries.js';

interface KeyLinkProps {
  readonly owner: KeyOwner;
  readonly id: number;
  /** Opens the dialog that rotates it immediately. */
  readonly rotate?: boolean;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/** A link to the page of a key, among the member's own keys or the keys of the company. */
export function KeyLink({ owner, id, rotate, children, ...rest }: KeyLinkProps) {
  return (
    <PageLink
      to={owner === 'mine' ? '/api-keys/$id' : '/company-keys/$id'}
      params={{ id }}
      search={rotate ? { rotate: 1 } : {}}
      className="bh-anywhere"
      {...rest}
    >
      {children}
    </PageLink>
  );
}
