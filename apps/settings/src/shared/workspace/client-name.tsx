import { Skeleton } from '@mantine/core';
import { useHolds } from '../session/signed-in.js';
import { PageLink } from './links.js';
import { useRecord } from './records.js';

interface ClientNameProps {
  readonly id: number;
  /** The name in the document; without it, the client is loaded. */
  readonly name?: string | undefined;
  /** A link to the client if the reader may see clients. */
  readonly linked?: boolean;
  /** Of the link. */
  readonly className?: string;
}

/** The client of a record. A draft contains only the id. */
export function ClientName({ id, name, linked = false, className }: ClientNameProps) {
  const mayRead = useHolds('client.read');
  const client = useRecord('clients', id, { enabled: mayRead && name === undefined });
  const shown = name ?? client.data?.name;
  if (shown === undefined && client.isFetching) return <Skeleton height={14} width={140} display="inline-block" />;
  const text = shown ?? `#${id}`;
  if (!linked || !mayRead) return <>{text}</>;
  return (
    <PageLink to="/clients/$id" params={{ id }} className={className}>
      {text}
    </PageLink>
  );
}
