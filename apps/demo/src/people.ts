import type { Plan } from '@billhook/domain/identity/company';
import type { Role } from '@billhook/domain/identity/permissions';
import { newCompanyDefaults } from '@billhook/domain/invoicing/document-defaults';
import type { NewCompany } from '@billhook/identity/companies/companies.repository';

export interface DemoMember {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
}

export interface DemoCompany extends Omit<NewCompany, 'plan' | 'createdAt'> {
  readonly plan: Plan;
  readonly members: readonly DemoMember[];
}

const member = (name: string, email: string, role: Role, active = true): DemoMember => ({ name, email, role, active });

/**
 * Email addresses end in .example, which no one can own (RFC 2606); French phone numbers are from the ranges that ARCEP reserves for
 * fiction. The IBAN is the French sample of the SWIFT registry: its checksums are valid, and it is not a real account.
 */
export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    name: 'Studio Boréal',
    plan: 'Pro',
    timeZone: 'Europe/Paris',
    currency: 'EUR',
    address: { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' },
    legalId: { scheme: '0002', value: '404833048' },
    vatNumber: 'FR83404833048',
    taxNumber: null,
    email: 'factures@boreal.example',
    phone: '+33 3 53 01 20 21',
    website: 'https://www.boreal.example',
    legalNotice: 'Studio Boréal, SAS au capital de 20 000 €, RCS Lille Métropole 404 833 048, code APE 74.10Z',
    iban: 'FR1420041010050500013M02606',
    bic: 'PSSTFRPPLIL',
    ...newCompanyDefaults('FR', null),
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
    address: { line1: '4 rue du Marché', postalCode: 'G1R 2J6', city: 'Québec', region: 'QC', country: 'CA' },
    legalId: null,
    vatNumber: 'CA123456789RT0001',
    taxNumber: null,
    email: 'bonjour@forge.example',
    phone: null,
    website: null,
    legalNotice: null,
    iban: null,
    bic: null,
    ...newCompanyDefaults('CA', null),
    members: [member('Léa Gagnon', 'owner@forge.example', 'Owner')],
  },
];

/** The members who can sign in, in the order of the banner. */
export function seededMembers(): { email: string; role: Role; company: string }[] {
  return DEMO_COMPANIES.flatMap(({ name, members }) =>
    members.filter(({ active }) => active).map(({ email, role }) => ({ email, role, company: name })),
  );
}
