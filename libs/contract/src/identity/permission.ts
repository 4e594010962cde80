import { ALL_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { z } from 'zod';
import { list } from '../shared/bounded.js';

export const PermissionName = z.enum(ALL_PERMISSIONS as [Permission, ...Permission[]]).meta({ id: 'Permission' });

/** The permissions of a member or a key, without duplicates. */
export const PermissionNames = list(PermissionName)
  .max(ALL_PERMISSIONS.length)
  .refine((names) => new Set(names).size === names.length, 'must not contain a permission twice');
