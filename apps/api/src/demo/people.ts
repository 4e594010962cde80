import type { Plan } from '@billhook/domain/company';
import type { Role } from '@billhook/domain/permissions';

export interface DemoMember {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
}

export interface DemoCompany {
  readonly name: string;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly currency: string;
  readonly address: { line1: string; postalCode: string; city: string; country: string };
  readonly vatNumber: string;
  readonly members: readonly DemoMember[];
}

const member = (name: string, email: string, role: Role, active = true): DemoMember => ({ name, email, role, active });

/** Addresses end in .example, which nobody can own (RFC 2606). */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: 'Studio Boréal',
    plan: 'Pro',
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    address: { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' },
    vatNumber: 'FR83404833048',
    members: [
      member('Ada Fontaine', 'owner@boreal.example', 'Owner'),
      member('Malik Benali', 'admin@boreal.example', 'Admin'),
      member('Ines Carvalho', 'accountant@boreal.example', 'Accountant'),
      member('Tom Reed', 'readonly@boreal.example', 'Read-only'),
      member('Nora Lind', 'former@boreal.example', 'Accountant', false),
    ],
  },
  {
    name: 'Petite Forge',
    plan: 'Free',
    timeZone: 'America/Montreal',
    currency: 'CAD',
    address: { line1: '4 rue du Marché', postalCode: 'G1R 2J6', city: 'Québec', country: 'CA' },
    vatNumber: 'CA123456789',
    members: [member('Léa Gagnon', 'owner@forge.example', 'Owner')],
  },
];
