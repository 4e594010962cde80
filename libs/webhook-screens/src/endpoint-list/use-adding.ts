import { useNavigate, useSearch } from '@tanstack/react-router';

/** Whether the dialog to add an endpoint is open: `?add=true` in the address, so that a link can open it. */
export function useAdding(): [boolean, (open: boolean) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (open: boolean) => {
    const next: Record<string, unknown> = open ? { add: true } : {};
    void navigate({ to: '.', search: next });
  };
  return [search['add'] === true, set];
}
