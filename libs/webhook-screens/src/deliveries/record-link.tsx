import type { EventResource } from '@billhook/domain/shared/event-types';
import { useTexts } from '@billhook/ui/use-texts';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { WebhooksBase } from '../routing/webhooks-base.js';

/** A link to the page of a record in the settings: within them, or from the portal. */
export function RecordLink({ resource, id }: { readonly resource: EventResource; readonly id: number }) {
  const { t } = useTexts('portal');
  const inPortal = useContext(WebhooksBase) === '';
  const label = t(`drawer.recordOf.${resource}`, { id });
  // A checkpoint has no page.
  if (resource === 'checkpoint') return label;
  const path = `/${resource}s/${id}`;
  if (!inPortal) {
    return (
      <Link to={path} className="pt-link">
        {label}
      </Link>
    );
  }
  return (
    <a href={`/settings${path}`} target="_top" className="pt-link">
      {label}
    </a>
  );
}
