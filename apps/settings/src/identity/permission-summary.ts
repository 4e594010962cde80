import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { inLanguage } from '@billhook/ui/domain-texts';

/** What a permission allows, in the current language. */
export function permissionSummary(permission: Permission, language: string): string {
  return inLanguage(PERMISSIONS[permission].summary, language);
}
