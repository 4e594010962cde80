import type { EventResource } from '@billhook/domain/shared/event-types';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { useTexts } from '@billhook/ui/use-texts';
import { Link } from '@tanstack/react-router';
import { useContext } from 'react';
import { WebhooksBase } from '../routing/webhooks-base.js';

/** A link to the page of a record in the settings: within them, or from the portal. */
export function RecordLink({ resource, id }: { readonly resource: EventResource; readonly id: number }) {
  const { t } = useTexts('portal');
  const inPortal = useContext(WebhooksBase) === '';
  const label = t(`drawer.recordOf.${resource}`, { id });
  const { plural, hasPages } = RESOURCES[resource];
  if (!hasPages) return label;
  const path = `/${plural}/${id}`;
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
