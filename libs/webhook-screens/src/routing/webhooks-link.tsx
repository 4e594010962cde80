import { Link } from '@tanstack/react-router';
import { useContext, type ReactNode } from 'react';
import { WebhooksBase } from './webhooks-base.js';

interface WebhooksLinkProps {
  /** From the base, as `/endpoints/7`. */
  readonly to: string;
  /** The search of the address, as `{ delivery: 417 }`. */
  readonly search?: Readonly<Record<string, string | number>>;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly children: ReactNode;
}

/** A link between the webhook pages, in either program. */
export function WebhooksLink({ to, ...rest }: WebhooksLinkProps) {
  return <Link to={useContext(WebhooksBase) + to} {...rest} />;
}
